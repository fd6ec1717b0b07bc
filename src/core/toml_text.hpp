// SPDX-License-Identifier: Apache-2.0
// Files in TOML, by toml++, with messages that name the place. Sources that read such files include this alone: the
// library is configured in one way only.
#pragma once

#include "core/error.hpp"

#include <string>
#include <string_view>

#define TOML_EXCEPTIONS 1
#define TOML_ASSERT(expression) static_cast<void>(0)  // it asserts what users may get wrong: [!run]
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace spinsack {

// What stands there, for messages: "a list".
[[nodiscard]] std::string_view kind_of(const toml::node& node);

// InputError "path:line:column: message".
[[noreturn]] void fail_at_place(std::string_view path, const toml::source_region& where,
                                std::string_view message);

// InputError where it is none.
[[nodiscard]] toml::table parse_toml(std::string_view path, std::string_view text);

}  // namespace spinsack
