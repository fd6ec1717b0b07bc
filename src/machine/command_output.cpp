// SPDX-License-Identifier: Apache-2.0
#include "machine/command_output.hpp"

#include "core/text_reader.hpp"
#include "machine/sample_collector.hpp"
#include "machine/sample_file.hpp"

#include <array>
#include <charconv>
#include <string>

namespace spinsack {
namespace {

CommandAnswer read_any_samples(const InputFile& file) { return {.rows = read_samples(file)}; }

double number_at(const TextReader& text, std::string_view word, std::string_view what) {
  double value = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (fault != std::errc{} || end != word.data() + word.size())
    text.fail_at(static_cast<std::size_t>(word.data() - text.text().data()),
                 "expected " + std::string(what) + ", found " + quote(word));
  return value;
}

// The next line that is not empty.
std::string_view next_line(TextReader& text, std::string_view what) {
  if (!text.more()) text.fail_next(what);
  std::string_view line = text.line();
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

// limit,heuristic,"file",best,seconds,[value:time;..]  then 'Solution:' and the bits. MQLib maximises.
CommandAnswer read_mqlib_output(const InputFile& file) {
  constexpr std::string_view what = "the line of results of MQLib";
  TextReader text(file.name, file.text);
  const std::string_view line = next_line(text, what);
  const std::size_t name = line.find('"');
  const std::size_t name_end = line.rfind('"');
  const std::size_t trace = line.rfind(",[");
  if (name == std::string_view::npos || name == name_end || trace == std::string_view::npos ||
      trace < name_end + 2)
    text.fail_at(0, "expected " + std::string(what) + ", found " + quote(line));
  const std::string_view numbers = line.substr(name_end + 2, trace - name_end - 2);
  const std::size_t comma = numbers.find(',');
  if (comma == std::string_view::npos)
    text.fail_at(name_end, "expected a value and seconds after the file, found " + quote(numbers));
  const double best = number_at(text, numbers.substr(0, comma), "a value");
  const std::string_view history =
      line.substr(trace + 2, line.find(']', trace) - std::min(line.find(']', trace), trace + 2));
  std::vector<std::pair<double, double>> improvements;
  for (std::size_t begin = 0; begin < history.size();) {
    const std::size_t end = std::min(history.find(';', begin), history.size());
    const std::string_view point = history.substr(begin, end - begin);
    const std::size_t colon = std::min(point.find(':'), point.size() - 1);
    const double value = number_at(text, point.substr(0, colon), "a value");
    improvements.emplace_back(number_at(text, point.substr(colon + 1), "a time"), -value);
    begin = end + 1;
  }
  std::optional<double> found_at;
  if (!improvements.empty()) {
    found_at = improvements.back().first;
    improvements.pop_back();  // the one with the sample
  }
  if (next_line(text, "'Solution:'") != "Solution:")
    text.fail_at(line.size(), "expected 'Solution:'");
  SampleCollector collector(file);
  collector.announce_spin(false);
  text.more();
  collector.begin_row(text.offset());
  while (text.more()) {
    const std::size_t place = text.offset();
    collector.value(text.next(), place);
  }
  collector.end_row();
  collector.energy(-best);
  return {.rows = collector.finish({}),
          .found_at = {found_at},
          .improvements = std::move(improvements),
          .machine_seconds = number_at(text, numbers.substr(comma + 1), "seconds")};
}

// A line of digits, then '.. Energy of solution', and '.. seconds of classic cpu time'.
CommandAnswer read_qbsolv_output(const InputFile& file) {
  constexpr std::string_view energy_words = "Energy of solution";
  constexpr std::string_view time_words = "seconds of classic cpu time";
  TextReader text(file.name, file.text);
  SampleCollector collector(file);
  collector.announce_spin(false);
  CommandAnswer answer;
  std::optional<double> energy;
  bool found = false;
  while (text.more()) {
    const std::size_t place = text.offset();
    const std::string_view line = text.line();
    if (line.find(energy_words) != std::string_view::npos) {
      energy = number_at(text, line.substr(0, line.find(' ')), "an energy");
    } else if (line.find(time_words) != std::string_view::npos) {
      answer.machine_seconds = number_at(text, line.substr(0, line.find(' ')), "seconds");
    } else if (const std::size_t digits = line.find_first_not_of("01");
               !found && digits != 0 &&
               line.substr(std::min(digits, line.size())).find_first_not_of(" \r") ==
                   std::string_view::npos) {
      collector.begin_row(place);
      collector.bits(line.substr(0, digits), place);
      collector.end_row();
      found = true;
    }
  }
  if (!found) text.fail_at(file.text.size(), "expected a line of digits 0 and 1, found none");
  if (energy) collector.energy(*energy);
  answer.rows = collector.finish({});
  return answer;
}

constexpr std::array outputs{
    CommandOutput{"samples", "samples in any layout that 'postprocess' reads", Answers::independent,
                  read_any_samples},
    CommandOutput{"mqlib", "what MQLib prints with -ps", Answers::best, read_mqlib_output},
    CommandOutput{"qbsolv", "what qbsolv prints", Answers::best, read_qbsolv_output},
};

}  // namespace

std::span<const CommandOutput> command_outputs() { return outputs; }

}  // namespace spinsack
