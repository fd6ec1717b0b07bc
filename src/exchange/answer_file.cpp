// SPDX-License-Identifier: Apache-2.0
#include "exchange/answer_file.hpp"

#include "core/text_reader.hpp"
#include "exchange/solution_file.hpp"
#include "instance/chosen_items.hpp"
#include "instance/qkp.hpp"
#include "problem/problem.hpp"

#include <fmt/format.h>

#include <limits>

namespace spinsack {

Labels read_answer(const InputFile& file, const Instance& instance) {
  Labels labels(at(instance.elements()), 0);
  if (instance.is<QkpInstance>()) {
    for (const Index item : read_solution(file, instance.as<QkpInstance>())) labels[at(item)] = 1;
    return labels;
  }
  if (instance.problem().read_answer != nullptr)
    return instance.problem().read_answer(file, instance);
  const std::string what = fmt::format("a label for each {}", instance.problem().nouns.element);
  TextReader reader(file.name, file.text);
  std::size_t read = 0;
  while (reader.more()) {
    if (reader.peek().starts_with('#')) {
      static_cast<void>(reader.line());
      continue;
    }
    const std::int64_t label =
        reader.integer(what, 0, std::numeric_limits<std::uint8_t>::max() - 1);
    if (read == labels.size())
      reader.fail(fmt::format("expected {} labels, {}, found more", labels.size(), what));
    labels[read++] = static_cast<std::uint8_t>(label);
  }
  if (read != labels.size())
    reader.fail_at(file.text.size(),
                   fmt::format("expected {} labels, {}, found {}", labels.size(), what, read));
  return labels;
}

void write_answer(const Instance& instance, LabelView labels, std::span<const std::string> notes,
                  TextWriter& out) {
  if (instance.is<QkpInstance>())
    return write_solution(instance.as<QkpInstance>(), chosen_items(labels), notes, out);
  for (const std::string& note : notes) out.text(fmt::format("# {}\n", note));
  for (const std::uint8_t label : labels) {
    out.integer(label);
    out.text("\n");
  }
}

}  // namespace spinsack
