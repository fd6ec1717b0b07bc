// SPDX-License-Identifier: Apache-2.0
#include "qubo/format.hpp"

#include "core/catalog.hpp"
#include "core/text_reader.hpp"
#include "qubo/bqm_format.hpp"
#include "qubo/bqpjson_format.hpp"
#include "qubo/coo_format.hpp"
#include "qubo/gset_format.hpp"
#include "qubo/mqlib_format.hpp"
#include "qubo/qbsolv_format.hpp"
#include "qubo/triple_lines.hpp"

#include <fmt/format.h>

#include <array>

namespace spinsack {
namespace {

// No text is claimed by two of them, so the order only matters to readers of the list.
constexpr std::array formats{
    QuboFormat{.name = "coo",
               .help = "coordinate list of dimod: '# vartype=BINARY', lines 'i j bias'",
               .extension = ".coo",
               .holds_constant = false,
               .holds_binary = true,
               .holds_spin = true,
               .maximised = "",
               .detect = detect_coo,
               .read = read_coo,
               .write = write_coo},
    QuboFormat{.name = "bqm",
               .help = "binary file of dimod, BinaryQuadraticModel.to_file()",
               .extension = ".bqm",
               .holds_constant = true,
               .holds_binary = true,
               .holds_spin = true,
               .maximised = "",
               .detect = detect_bqm,
               .read = read_bqm,
               .write = write_bqm},
    QuboFormat{.name = "qbsolv",
               .help = "qbsolv: 'p qubo 0 n nodes couplers', lines 'i j weight'",
               .extension = ".qubo",
               .holds_constant = false,
               .holds_binary = true,
               .holds_spin = false,
               .maximised = "",
               .detect = detect_qbsolv,
               .read = read_qbsolv,
               .write = write_qbsolv},
    QuboFormat{.name = "mqlib",
               .help = "MQLib and OR-Library bqp: 'n m', entries 'i j q' of a matrix to maximise",
               .extension = ".mqlib",
               .holds_constant = false,
               .holds_binary = true,
               .holds_spin = false,
               .maximised = "value",
               .detect = detect_mqlib,
               .read = read_mqlib,
               .write = write_mqlib},
    QuboFormat{.name = "bqpjson",
               .help = "BQPJSON 1.0.0, boolean or spin",
               .extension = ".json",
               .holds_constant = true,
               .holds_binary = true,
               .holds_spin = true,
               .maximised = "",
               .detect = detect_bqpjson,
               .read = read_bqpjson,
               .write = write_bqpjson},
    QuboFormat{.name = "gset",
               .help = "max-cut graph of the Gset: 'n m', edges 'i j weight'; no linear terms",
               .extension = ".gset",
               .holds_constant = false,
               .holds_binary = false,
               .holds_spin = true,
               .maximised = "cut",
               .detect = detect_gset,
               .read = read_gset,
               .write = write_gset},
};

}  // namespace

std::span<const QuboFormat> qubo_formats() { return formats; }

const QuboFormat& qubo_format_of(const InputFile& file, std::string_view format) {
  if (format != "auto") return find_entry(qubo_formats(), "model format", format);
  for (const QuboFormat& candidate : formats)
    if (candidate.detect(file.text)) return candidate;
  TextReader reader(file.name, file.text);
  if (looks_like_triples(file.text))
    reader.fail_at(0,
                   "lines 'i j w' after 'n m', none with i == j, are a QUBO to maximise or a graph "
                   "to cut; say which with --format mqlib or --format gset");
  reader.fail_next(
      fmt::format("a model in one of the formats {}", fmt::join(names_of(qubo_formats()), ", ")));
}

QuadraticForm read_qubo(const InputFile& file, std::string_view format) {
  return qubo_format_of(file, format).read(file);
}

}  // namespace spinsack
