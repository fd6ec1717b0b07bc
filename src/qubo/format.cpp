// SPDX-License-Identifier: Apache-2.0
#include "qubo/format.hpp"

#include "core/catalog.hpp"
#include "core/text_reader.hpp"
#include "qubo/amplify_format.hpp"
#include "qubo/bqm_format.hpp"
#include "qubo/bqpjson_format.hpp"
#include "qubo/coo_format.hpp"
#include "qubo/da_format.hpp"
#include "qubo/gset_format.hpp"
#include "qubo/mqlib_format.hpp"
#include "qubo/mtx_format.hpp"
#include "qubo/qbsolv_format.hpp"
#include "qubo/qs_format.hpp"
#include "qubo/triple_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
               .write_form = write_coo},
    QuboFormat{.name = "bqm",
               .help = "binary file of dimod, BinaryQuadraticModel.to_file()",
               .extension = ".bqm",
               .holds_constant = true,
               .holds_binary = true,
               .holds_spin = true,
               .maximised = "",
               .detect = detect_bqm,
               .read = read_bqm,
               .drops_labels = bqm_drops_labels,
               .write_form = write_bqm},
    QuboFormat{.name = "qbsolv",
               .help = "qbsolv: 'p qubo 0 n nodes couplers', lines 'i j weight'",
               .extension = ".qubo",
               .holds_constant = false,
               .holds_binary = true,
               .holds_spin = false,
               .maximised = "",
               .detect = detect_qbsolv,
               .read = read_qbsolv,
               .write_form = write_qbsolv},
    QuboFormat{.name = "mqlib",
               .help = "MQLib and OR-Library bqp: 'n m', entries 'i j q' of a matrix to maximise",
               .extension = ".mqlib",
               .holds_constant = false,
               .holds_binary = true,
               .holds_spin = false,
               .maximised = "value",
               .detect = detect_mqlib,
               .read = read_mqlib,
               .write_form = write_mqlib},
    QuboFormat{.name = "bqpjson",
               .help = "BQPJSON 1.0.0, boolean or spin",
               .extension = ".json",
               .holds_constant = true,
               .holds_binary = true,
               .holds_spin = true,
               .maximised = "",
               .detect = detect_bqpjson,
               .read = read_bqpjson,
               .drops_labels = bqpjson_drops_labels,
               .write_form = write_bqpjson},
    QuboFormat{.name = "gset",
               .help = "max-cut graph of the Gset: 'n m', edges 'i j weight'; no linear terms",
               .extension = ".gset",
               .holds_constant = false,
               .holds_binary = false,
               .holds_spin = true,
               .maximised = "cut",
               .detect = detect_gset,
               .read = read_gset,
               .write_form = write_gset},
    QuboFormat{
        .name = "qs",
        .help = "QOBLIB: '# ObjectiveOffset c', 'n m', entries 'i j q' of a matrix to minimise",
        .extension = ".qs",
        .holds_constant = true,
        .holds_binary = true,
        .holds_spin = false,
        .maximised = "",
        .detect = detect_qs,
        .read = read_qs,
        .write_form = write_qs},
    QuboFormat{.name = "mtx",
               .help = "Matrix Market, symmetric coordinate real: a matrix to minimise",
               .extension = ".mtx",
               .holds_constant = false,
               .holds_binary = true,
               .holds_spin = false,
               .maximised = "",
               .detect = detect_mtx,
               .read = read_mtx,
               .write_form = write_mtx},
    QuboFormat{.name = "amplify",
               .help = "request body of the Amplify Annealing Engine of Fixstars",
               .extension = ".amplify.json",
               .holds_constant = true,
               .holds_binary = true,
               .holds_spin = false,
               .holds_inequality = true,
               .maximised = "",
               .detect = detect_amplify,
               .read = read_amplify,
               .write_form = write_amplify},
    QuboFormat{.name = "da",
               .help = "request body of Fujitsu's Digital Annealer",
               .extension = ".da.json",
               .holds_constant = true,
               .holds_binary = true,
               .holds_spin = false,
               .holds_inequality = true,
               .maximised = "",
               .detect = detect_da,
               .read = read_da,
               .write_form = write_da},
};

// Files of lines 'i j w' after 'n m' mean three things. Where the content does not say which, the name may.
struct EndingOfTriples {
  std::string_view ending;
  std::string_view format;
};
constexpr std::array endings_of_triples{
    EndingOfTriples{".gset", "gset"}, EndingOfTriples{".rud", "gset"},
    EndingOfTriples{".mc", "gset"}, EndingOfTriples{".mqlib", "mqlib"},
    EndingOfTriples{".qs", "qs"}};

std::string_view format_of_triples(std::string_view name) {
  for (const std::string_view packed : {".gz", ".xz"})
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  for (const EndingOfTriples& each : endings_of_triples)
    if (name.ends_with(each.ending)) return each.format;
  return {};
}

}  // namespace

std::span<const QuboFormat> qubo_formats() { return formats; }

void QuboFormat::write(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) const {
  if (form.inequality && !holds_inequality) {
    std::vector<std::string_view> able;
    for (const QuboFormat& format : formats)
      if (format.holds_inequality) able.push_back(format.name);
    throw UsageError(fmt::format(
        "format '{}' has no place for the inequality of this model (encoding 'native'); expected "
        "one of {}",
        name, fmt::join(able, ", ")));
  }
  write_form(form, notes, out);
}

const QuboFormat& qubo_format_of(const InputFile& file, std::string_view format) {
  if (format != "auto") return find_entry(qubo_formats(), "model format", format);
  const bool triples = looks_like_triples(file.text);
  if (const std::string_view named = format_of_triples(file.name);
      triples && !named.empty() && marked_format(file.text).empty() && !detect_qs(file.text))
    return find_entry(qubo_formats(), "model format", named);
  for (const QuboFormat& candidate : formats)
    if (candidate.detect(file.text)) return candidate;
  TextReader reader(file.name, file.text);
  if (triples)
    reader.fail_at(
        0,
        "lines 'i j w' after 'n m', none with i == j, are a graph to cut, or a QUBO to maximise or "
        "to minimise; say which with --format gset, mqlib or qs, or by the file's ending (.gset, "
        ".rud, .mc; .mqlib; .qs)");
  reader.fail_next(
      fmt::format("a model in one of the formats {}", fmt::join(names_of(qubo_formats()), ", ")));
}

QuadraticForm read_qubo(const InputFile& file, std::string_view format) {
  return qubo_format_of(file, format).read(file);
}

}  // namespace spinsack
