// SPDX-License-Identifier: Apache-2.0
// The file formats for QUBO and Ising models, as a catalog. A new one is a file with a detect, a read
// and a write function, and a line in format.cpp.
#pragma once

#include "core/file.hpp"
#include "qubo/quadratic_form.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// What a written file says about itself, one line each, where the format has room for comments.
using FileNotes = std::vector<std::string>;

struct QuboFormat {
  std::string_view name;
  std::string_view help;
  std::string_view extension;  // with the dot
  bool holds_constant;  // otherwise writing drops it (our own comment keeps it, if comments exist)
  bool holds_binary;    // kinds of variable it can express; the writer converts
  bool holds_spin;
  bool holds_inequality = false;  // otherwise writing a form that has one is refused
  // What users of the format call the energy negated, "cut" for one; empty where they minimise.
  std::string_view maximised;
  // Whether the text looks like this format; never throws.
  bool (*detect)(std::string_view text);
  // Terms given twice are summed. Throws InputError.
  QuadraticForm (*read)(const InputFile& file);
  // Whether the file names its variables by anything but 0, 1, .., which reading drops: variables are numbered as they
  // come. For files that were read without error; null for formats that have numbers only.
  bool (*drops_labels)(const InputFile& file) = nullptr;
  // Throws UsageError where the format cannot hold the form.
  void (*write_form)(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

  // The same. UsageError too for an inequality that the format has no place for.
  void write(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) const;
};

[[nodiscard]] std::span<const QuboFormat> qubo_formats();

// format is a name of the catalog or "auto": by content. InputError if it is like none of them.
[[nodiscard]] const QuboFormat& qubo_format_of(const InputFile& file, std::string_view format);
[[nodiscard]] QuadraticForm read_qubo(const InputFile& file, std::string_view format = "auto");

}  // namespace spinsack
