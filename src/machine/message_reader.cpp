// SPDX-License-Identifier: Apache-2.0
// What workers say, as values. They are other people's programs: nothing is believed that was not checked.
#include "core/file.hpp"
#include "core/json_reader.hpp"
#include "core/text_reader.hpp"
#include "machine/messages.hpp"
#include "machine/sample_file.hpp"
#include "machine/sample_json.hpp"
#include "qubo/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace spinsack {
namespace {

using Kind = JsonReader::Kind;

// An object of a line, by its members; null is the same as absent.
class MessageObject {
 public:
  MessageObject(std::string_view line, std::size_t offset, std::string_view what)
      : line_(line), members_(JsonReader(name, line, offset).members(what)) {}

  // A reader at the member, or nothing.
  std::optional<JsonReader> find(std::string_view key) const {
    const auto member = members_.find(key);
    if (member == members_.end()) return std::nullopt;
    JsonReader json(name, line_, member->second);
    if (json.peek() == Kind::null) return std::nullopt;
    return json;
  }
  std::string text(std::string_view key) const {
    auto json = find(key);
    return json ? json->text(fmt::format("a text for '{}'", key)) : std::string();
  }
  // A text, or a number or word as it stands.
  std::string any_text(std::string_view key) const {
    auto json = find(key);
    if (!json) return {};
    return json->peek() == Kind::text
               ? json->text(key)
               : std::string(json->word(fmt::format("a value of '{}'", key)));
  }
  bool boolean(std::string_view key, bool otherwise) const {
    auto json = find(key);
    return json ? json->boolean(fmt::format("true or false for '{}'", key)) : otherwise;
  }
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t low,
                                      std::int64_t high) const {
    auto json = find(key);
    if (!json) return std::nullopt;
    return json->integer(fmt::format("an integer for '{}'", key), low, high);
  }
  // Not negative, as all numbers of the protocol are but energies.
  std::optional<double> number(std::string_view key) const {
    auto json = find(key);
    if (!json) return std::nullopt;
    const double value = json->real(fmt::format("a number for '{}'", key));
    if (value < 0) json->fail(fmt::format("expected '{}' >= 0, found {}", key, value));
    return value;
  }
  std::optional<MessageObject> object(std::string_view key) const {
    auto json = find(key);
    if (!json) return std::nullopt;
    return MessageObject(line_, json->next(), fmt::format("an object for '{}'", key));
  }
  std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> all;
    auto json = find(key);
    if (!json) return all;
    json->enter_list(fmt::format("a list for '{}'", key));
    while (json->next_value()) all.push_back(json->text(fmt::format("a text in '{}'", key)));
    return all;
  }
  // The JSON of a member as it stands.
  std::string_view raw(std::string_view key) const {
    auto json = find(key);
    if (!json) return {};
    const std::size_t begin = json->next();
    json->skip();
    std::string_view value = line_.substr(begin, json->next() - begin);
    while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
    return value;
  }
  [[noreturn]] void fail(std::string_view key, std::string_view message) const {
    const auto member = members_.find(key);
    JsonReader(name, line_).fail_at(member == members_.end() ? 0 : member->second, message);
  }

  static constexpr std::string_view name = "worker";

 private:
  std::string_view line_;
  JsonReader::Members members_;
};

MachineLimits read_limits(const MessageObject& hello) {
  constexpr std::int64_t many = std::int64_t{1} << 53;
  MachineLimits limits;
  const auto object = hello.object("limits");
  if (!object) return limits;
  limits.variables = object->integer("variables", 1, many);
  limits.couplings = object->integer("couplings", 0, many);
  limits.bytes = object->integer("bytes", 1, many);
  limits.reads_per_request = object->integer("reads_per_request", 1, many).value_or(1);
  limits.concurrent = static_cast<int>(object->integer("concurrent", 1, 1024).value_or(1));
  limits.time_step = object->number("time_step");
  if (auto json = object->find("time_limit")) {
    std::vector<double> ends;
    json->enter_list("a list of two numbers for 'time_limit'");
    while (json->next_value()) ends.push_back(json->real("a number of seconds"));
    if (ends.size() != 2 || !(ends[0] >= 0) || !(ends[0] <= ends[1]))
      object->fail("time_limit",
                   "expected two numbers of seconds for 'time_limit', the smaller first");
    limits.shortest = ends[0];
    limits.longest = ends[1];
  }
  return limits;
}

Coefficients read_coefficients(const MessageObject& hello) {
  Coefficients result;
  const auto object = hello.object("coefficients");
  if (!object) return result;
  const std::string kind = object->text("kind");
  if (kind == "integer")
    result.kind = Coefficients::Kind::integer;
  else if (kind == "analogue")
    result.kind = Coefficients::Kind::analogue;
  else if (kind != "float")
    object->fail("kind", "expected 'kind' float, integer or analogue, found " + quote(kind));
  result.bits = static_cast<int>(object->integer("bits", 1, 64).value_or(53));
  return result;
}

std::vector<MachineParameter> read_parameters(std::string_view line, const MessageObject& hello,
                                              const Redactor& redactor) {
  std::vector<MachineParameter> all;
  auto json = hello.find("parameters");
  if (!json) return all;
  json->enter_list("a list for 'parameters'");
  while (json->next_value()) {
    const MessageObject each(line, json->next(), "a parameter");
    json->skip();
    all.push_back({redactor.text(each.text("name")), redactor.text(each.text("kind")),
                   redactor.text(each.any_text("default")), redactor.text(each.any_text("range")),
                   redactor.text(each.text("meaning"))});
    if (all.back().name.empty()) each.fail("name", "expected the name of a parameter, found none");
  }
  return all;
}

// Seconds at which samples were found, where the samples of the list tell.
std::vector<std::optional<double>> read_found_at(std::string_view line,
                                                 const MessageObject& result) {
  std::vector<std::optional<double>> all;
  bool any = false;
  auto json = result.find("samples");
  if (!json || json->peek() != Kind::list) return all;
  json->enter_list("a list of samples");
  while (json->next_value()) {
    all.emplace_back();
    const std::size_t place = json->next();
    if (json->peek() == Kind::object)
      all.back() = MessageObject(line, place, "a sample").number("found_at");
    any = any || all.back();
    json->skip();
  }
  if (!any) all.clear();
  return all;
}

// [seconds, energy] of what was found on the way.
std::vector<std::pair<double, double>> read_improvements(const MessageObject& result) {
  std::vector<std::pair<double, double>> all;
  auto json = result.find("improvements");
  if (!json) return all;
  json->enter_list("a list of improvements");
  while (json->next_value()) {
    std::vector<double> numbers;
    json->enter_list("[seconds, energy]");
    while (json->next_value()) numbers.push_back(json->real("a number"));
    if (numbers.size() != 2 || !(numbers[0] >= 0))
      result.fail("improvements", "expected [seconds, energy] for each of 'improvements'");
    all.emplace_back(numbers[0], numbers[1]);
  }
  return all;
}

// Samples in a file that the worker wrote: no device, and no more than a line could hold.
SampleRows read_samples_at(const std::string& path) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 30;
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault) ||
      std::filesystem::file_size(path, fault) > most)
    throw InputError(fmt::format(
        "worker: expected a file of at most 1 GiB for 'samples_path', found {}", quote(path)));
  return read_samples(read_file(path));
}

MachineAnswer read_result(std::string_view line, const MessageObject& result,
                          const Redactor& redactor) {
  MachineAnswer answer;
  if (const std::string path = result.text("samples_path"); !path.empty()) {
    answer.rows = read_samples_at(path);
  } else if (const std::string_view set = result.raw("sampleset"); !set.empty()) {
    answer.rows = read_sample_json({"worker", std::string(set)});
  } else {
    answer.rows = read_sample_json({"worker", std::string(line)});
    answer.found_at = read_found_at(line, result);
    // Where the rows come from another member, the times are not theirs.
    if (answer.found_at.size() != answer.rows.rows()) answer.found_at.clear();
  }
  if (answer.rows.rows() == 0) result.fail("samples", "expected at least one sample, found none");
  answer.improvements = read_improvements(result);
  if (const auto times = result.object("times"))
    for (const RequestClockPart& part : request_clock_parts)
      answer.times.*part.member = times->number(part.name);
  if (const auto billed = result.object("billed")) answer.times.billed = billed->number("seconds");
  answer.job = redactor.text(result.text("job"));
  answer.stopped_by = redactor.text(result.text("stopped_by"));
  answer.facts = redactor.json(result.raw("machine"));
  return answer;
}

WorkerFault read_fault(const MessageObject& error, const Redactor& redactor) {
  WorkerFault result;
  const std::string code = error.text("code");
  const std::optional<MachineFault> fault = machine_fault_of(code);
  if (!fault || *fault == MachineFault::budget)
    error.fail("code", "expected a known 'code' of an error, found " + quote(code));
  result.fault = *fault;
  result.message = redactor.text(error.text("message"));
  result.retry = error.boolean("retry", true);
  result.retry_after = error.number("retry_after");
  result.accepted = error.boolean("accepted", false);
  result.job = redactor.text(error.text("job"));
  if (const auto billed = error.object("billed")) result.billed = billed->number("seconds");
  // A vendor's page may be long, and a secret may stand anywhere in it: it is cut last.
  constexpr std::size_t shown = 500;
  if (result.message.size() > shown) result.message = result.message.substr(0, shown) + "...";
  if (result.message.empty()) result.message = "no reason given";
  return result;
}

}  // namespace

Hello read_hello(std::string_view line, const Redactor& redactor) {
  const MessageObject object(line, 0, "a hello");
  if (object.text("type") != "hello")
    object.fail("type", "expected 'hello' as the first line of a worker, found " +
                            quote(redactor.text(object.text("type"))));
  const std::int64_t protocol =
      object.integer("protocol", 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
  if (protocol != 1)
    object.fail("protocol", fmt::format("expected a worker of protocol 1, found {}", protocol));
  Hello hello;
  hello.name = redactor.text(object.text("name"));
  hello.version = redactor.text(object.any_text("version"));
  hello.formats = object.texts("formats");
  for (std::string& format : hello.formats) format = redactor.text(std::move(format));
  const auto known = [](const std::string& format) {
    return std::ranges::any_of(qubo_formats(),
                               [&](const QuboFormat& each) { return each.name == format; });
  };
  if (std::ranges::none_of(hello.formats, known))
    object.fail("formats", "expected a format among 'formats' that `spinsack list formats` shows");
  if (const std::vector<std::string> kinds = object.texts("vartypes"); !kinds.empty()) {
    hello.binary = std::ranges::count(kinds, "BINARY") > 0;
    hello.spin = std::ranges::count(kinds, "SPIN") > 0;
    if (!hello.binary && !hello.spin)
      object.fail("vartypes", "expected BINARY or SPIN in 'vartypes'");
  }
  for (const std::string& way : object.texts("compression"))
    hello.gzip = hello.gzip || way == "gzip";
  const std::string answers = object.text("answers");
  if (const auto kind = answers_of(answers))
    hello.answers = *kind;
  else
    object.fail("answers", "expected 'answers' independent, ranking, history or best, found " +
                               quote(answers));
  hello.limits = read_limits(object);
  hello.coefficients = read_coefficients(object);
  hello.seed = object.boolean("seed", false);
  hello.target = object.boolean("target", false);
  hello.warm_start = object.boolean("warm_start", false);
  hello.cancel = object.boolean("cancel", false);
  hello.resume = object.boolean("resume", false);
  hello.capacity = object.boolean("capacity", false);
  hello.squares = object.boolean("squares", false);
  if (const std::string billing = object.text("billing"); !billing.empty())
    hello.billing = redactor.text(billing);
  hello.parameters = read_parameters(line, object, redactor);
  hello.facts = redactor.json(line);
  return hello;
}

WorkerMessage read_worker_message(std::string_view line, const Redactor& redactor) {
  const MessageObject object(line, 0, "a message");
  const std::string type = object.text("type");
  WorkerMessage message;
  message.id = object.integer("id", 0, std::numeric_limits<std::int64_t>::max());
  if (type == "status")
    message.content = WorkerStatus{.state = redactor.text(object.text("state")),
                                   .job = redactor.text(object.any_text("job")),
                                   .accepted = object.boolean("accepted", false)};
  else if (type == "result")
    message.content = read_result(line, object, redactor);
  else if (type == "error")
    message.content = read_fault(object, redactor);
  return message;
}

}  // namespace spinsack
