// SPDX-License-Identifier: Apache-2.0
// The proof that `solve --certificate` keeps: who writes one, where it goes, and why there is none.
#pragma once

#include "core/file.hpp"
#include "problem/instance.hpp"
#include "solver/solve.hpp"

#include <string>
#include <string_view>

namespace spinsack::cli {

// UsageError for a method that writes no proofs.
void require_proving_method(std::string_view method);

// Why the result comes without the certificate that was asked for; empty if it has one.
[[nodiscard]] std::string reason_without_certificate(const Instance& instance,
                                                     const SolveResult& result);

// Certificates are long, so that they are compressed unless the name asks for text: xz for .xz, plain for .jsonl and
// for standard output, gzip for every other name. The text is kept by reference.
// Why there can be no proof in a certificate whatever a method does; empty if there can.
[[nodiscard]] std::string reason_against_certificate(const Instance& instance);

[[nodiscard]] FileToWrite certificate_file(const std::string& path, const std::string& text);

}  // namespace spinsack::cli
