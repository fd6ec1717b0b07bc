// SPDX-License-Identifier: Apache-2.0
#include "machine/check.hpp"

#include "machine/machine_room.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

using Result = CheckPoint::Result;

// A form of linear terms alone.
QuadraticForm fields_form(std::vector<double> linear, double constant) {
  QuadraticForm form;
  form.constant = constant;
  form.pairs = SymmetricRowsBuilder(static_cast<Index>(linear.size())).finish();
  form.linear = std::move(linear);
  return form;
}

// All variables alike but for a field at one: the lowest state is that variable alone.
QuadraticForm pointing_at(Index k, Index n) {
  std::vector<double> linear(at(n), 1.0);
  linear[at(k)] = -3;
  return fields_form(std::move(linear), 0);
}

std::string digits(BitView bits) {
  std::string text;
  for (const std::uint8_t bit : bits) text += bit == 0 ? '0' : '1';
  return text;
}

// Whether it says nothing of the machine's answers, but that there will be none.
bool keeps_us_away(MachineFault fault) {
  switch (fault) {
    case MachineFault::auth:
    case MachineFault::quota:
    case MachineFault::busy:
    case MachineFault::network:
    case MachineFault::timeout:
      return true;
    default:
      return false;
  }
}

class Checker {
 public:
  Checker(const MachineDescription& machine, const MachineCheckRequest& request)
      : machine_(machine), request_(&request), link_(machine_, request.trying) {
    check_.machine = machine.name;
  }

  MachineCheck run() && {
    if (point("hello", [&] { return hello(); })) {
      point("probe", [&] { return probe(); });
      // Whoever cannot be reached would be asked in vain a dozen times, with all retries.
      if (out_of_reach_) return std::move(check_);
      point("free variable", [&] { return free_variable(); });
      point("one variable", [&] { return one_variable(); });
      point("order", [&] { return order(); });
      point("several reads", [&] { return several_reads(); });
      point("time", [&] { return time(); });
      point("size", [&] { return size(); });
      point("unknown option", [&] { return unknown_option(); });
      point("cancel", [&] { return cancel(); });
      point("resume", [&] { return resume(); });
      point("wrong secret", [&] { return wrong_secret(); });
    }
    return std::move(check_);
  }

 private:
  struct Skipped {
    std::string why;
  };
  struct Failed {
    std::string what;
  };

  // True if it passed.
  template <class F>
  bool point(std::string_view name, const F& check) {
    CheckPoint done{.name = std::string(name), .result = Result::passed, .text = {}};
    if (request_->interrupted != nullptr && *request_->interrupted) return false;
    try {
      done.text = check();
    } catch (const Skipped& skipped) {
      done.result = Result::skipped;
      done.text = skipped.why;
    } catch (const Failed& failed) {
      done.result = Result::failed;
      done.text = failed.what;
    } catch (const MachineError& error) {
      done.result = Result::failed;
      done.text = fmt::format("{}: {}", name_of(error.fault()), error.what());
      out_of_reach_ = keeps_us_away(error.fault());
    } catch (const Error& error) {
      done.result = Result::failed;
      done.text = error.what();
    }
    if (request_->progress) request_->progress(done);
    check_.points.push_back(done);
    return done.result == Result::passed;
  }

  MachineQuestion small_question() const {
    MachineQuestion question;
    question.time_limit = time_limit();
    question.options = machine_.options;
    for (const auto& [name, value] : request_->options) question.options[name] = value;
    return question;
  }

  CheckedAnswer ask(const QuadraticForm& form, std::int64_t reads = 1,
                    std::optional<double> seconds = {}, const MachineAccount* account = nullptr,
                    const std::atomic<bool>* interrupted = nullptr) {
    MachineQuestion question = small_question();
    question.reads = reads;
    if (seconds) question.time_limit = seconds;
    question.seed = 1;
    ++check_.requests;
    CheckedAnswer answer = link_.ask(QuboModel(form), std::move(question), account,
                                     interrupted != nullptr ? interrupted : request_->interrupted);
    check_.clock += answer.clock;
    return answer;
  }

  // What was asked for, brought into the machine's range.
  std::optional<double> time_limit(double factor = 1) const {
    double seconds = request_->seconds * factor;
    if (hello_.limits.shortest) seconds = std::max(seconds, factor * *hello_.limits.shortest);
    if (hello_.limits.longest) seconds = std::min(seconds, *hello_.limits.longest);
    if (hello_.limits.time_step.value_or(0) > 0)
      seconds = std::ceil(seconds / *hello_.limits.time_step - 1e-9) * *hello_.limits.time_step;
    return seconds;
  }

  // The state of lowest energy among the rows.
  static std::size_t best_row(const QuadraticForm& form, const SampleRows& rows) {
    std::size_t best = 0;
    for (std::size_t r = 1; r < rows.rows(); ++r)
      if (value_of(form, rows.row(r)) < value_of(form, rows.row(best))) best = r;
    return best;
  }

  void expect_best(const QuadraticForm& form, std::string_view bits, std::string_view of) {
    const CheckedAnswer answer = ask(form);
    const SampleRows& rows = answer.answer.rows;
    const std::string found = digits(rows.row(best_row(form, rows)));
    if (found != bits) throw Failed{fmt::format("{}: expected {}, found {}", of, bits, found)};
    if (answer.findings > 0) throw Failed{fmt::format("{}: {}", of, answer.remarks.back())};
  }

  std::string hello() {
    hello_ = link_.hello();
    check_.facts = hello_.facts;
    return fmt::format("{}{}{}, answers are {}, formats {}", hello_.name,
                       hello_.version.empty() ? "" : " ", hello_.version, name_of(hello_.answers),
                       hello_.formats.front());
  }

  std::string probe() {
    const QuadraticForm form = probe_form();
    const CheckedAnswer answer = ask(form);
    const SampleRows& rows = answer.answer.rows;
    const bool lacks_constant = !wish_of(hello_).format->holds_constant;
    // A machine is judged by the row that it believes to be the best.
    std::size_t row = best_row(form, rows);
    std::optional<double> energy;
    if (!rows.energies.empty()) {
      row = static_cast<std::size_t>(std::min_element(rows.energies.begin(), rows.energies.end()) -
                                     rows.energies.begin());
      energy = rows.energies[row];
    }
    std::string told = digits(rows.row(row)) + (energy ? fmt::format(", energy {}", *energy) : "");
    const auto reading = reading_of(form, rows.row(row), energy, lacks_constant);
    if (!reading)
      throw Failed{
          fmt::format("expected 1100, energy -10.75, found {}, which fits no reading", told)};
    if (!(*reading == Reading{}))
      throw Failed{
          fmt::format("expected 1100, energy -10.75, found {}: {}", told, reading->text())};
    return told;
  }

  std::string free_variable() {
    const QuadraticForm form = fields_form({-2, 0, 5}, 0);
    const SampleRows rows = ask(form).answer.rows;
    if (value_of(form, rows.row(best_row(form, rows))) != -2)
      throw Failed{fmt::format("expected 100 or 110, found {}", digits(rows.row(0)))};
    (void)ask(fields_form({0, 0}, 4.5));
    return "a variable without terms has a value, and so has a model that is a constant";
  }

  std::string one_variable() {
    expect_best(fields_form({-1}, 0), "1", "one variable");
    return "1";
  }

  std::string order() {
    constexpr Index n = 5;
    for (Index k = 0; k < n; ++k) {
      std::string bits(at(n), '0');
      bits[at(k)] = '1';
      expect_best(pointing_at(k, n), bits, fmt::format("a field at variable {}", k));
    }
    return "variables come back in their order";
  }

  std::string several_reads() {
    if (hello_.answers != Answers::independent || hello_.limits.reads_per_request < 3)
      throw Skipped{"one read per request"};
    const SampleRows rows = ask(probe_form(), 3).answer.rows;
    std::int64_t reads = 0;
    for (const std::int64_t count : rows.occurrences) reads += count;
    if (reads != 3) throw Failed{fmt::format("expected 3 reads, found {}", reads)};
    return "3 of 3";
  }

  std::string time() {
    if (!hello_.limits.longest) throw Skipped{"the machine takes no time limit"};
    const auto shorter = ask(probe_form(), 1, time_limit()).clock.machine;
    const auto longer = ask(probe_form(), 1, time_limit(2)).clock.machine;
    if (!shorter || !longer) throw Skipped{"the machine does not report its time"};
    return fmt::format("machine {:.3g} s for a limit of {:.3g} s, {:.3g} s for {:.3g} s", *shorter,
                       *time_limit(), *longer, *time_limit(2));
  }

  std::string size() {
    if (!hello_.limits.variables) throw Skipped{"the number of variables has no limit"};
    if (!request_->spend) throw Skipped{"costs more; --spend tries it"};
    constexpr std::int64_t affordable = 10'000'000;
    const std::int64_t most = *hello_.limits.variables;
    if (most > affordable) throw Skipped{fmt::format("{} variables are too many to try", most)};
    (void)ask(fields_form(std::vector<double>(static_cast<std::size_t>(most), -1.0), 0));
    try {
      (void)ask(fields_form(std::vector<double>(static_cast<std::size_t>(most) + 1, -1.0), 0));
    } catch (const MachineError& error) {
      if (error.fault() == MachineFault::size)
        return fmt::format("{} variables taken, {} refused", most, most + 1);
      throw;
    }
    throw Failed{fmt::format("expected {} variables to be refused", most + 1)};
  }

  std::string unknown_option() {
    MachineQuestion question = small_question();
    question.options["no-such-option"] = "1";
    try {
      ++check_.requests;
      (void)link_.ask(QuboModel(probe_form()), std::move(question), nullptr, request_->interrupted);
    } catch (const MachineError& error) {
      if (error.fault() == MachineFault::parameter) return "refused";
      throw;
    }
    throw Failed{"expected an option that does not exist to be refused"};
  }

  std::string cancel() {
    if (!hello_.cancel) throw Skipped{"the machine cannot be cancelled"};
    const std::atomic<bool> at_once{true};
    try {
      (void)ask(probe_form(), 1, time_limit(), nullptr, &at_once);
    } catch (const MachineError& error) {
      if (error.fault() != MachineFault::cancelled) throw;
    }
    (void)ask(probe_form());
    return "a request was cancelled, and the next one answered";
  }

  std::string resume() {
    if (!hello_.resume) throw Skipped{"the machine keeps no results"};
    // The way of a study that is killed: who asked is gone once the job is known, and another one fetches it.
    struct Gone {};
    std::string job;
    MachineAccount notes;
    notes.accepted = [&](const PlannedRequest&, const std::string& name) {
      job = name;
      throw Gone();
    };
    MachineDescription left = machine_;
    left.name += "-left";
    try {
      MachineLink link(left, request_->trying);
      ++check_.requests;
      (void)link.ask(QuboModel(probe_form()), small_question(), &notes, request_->interrupted);
      throw Failed{"expected a status with 'accepted' and a 'job', found none"};
    } catch (const Gone&) {
      close_machine_room();
    }
    MachineAccount fetching;
    bool resumed = false;
    fetching.open_job = [&](const PlannedRequest&) { return job; };
    fetching.finished = [&](const FinishedRequest& done) { resumed = done.resumed && !done.fault; };
    (void)ask(probe_form(), 1, time_limit(), &fetching);
    if (!resumed) throw Failed{fmt::format("expected the result of job {}, found none", job)};
    return fmt::format("job {} was fetched by another worker", job);
  }

  std::string wrong_secret() {
    const auto token = std::ranges::find_if(
        machine_.environment, [](const VariableName& each) { return looks_secret(each.name); });
    if (token == machine_.environment.end()) throw Skipped{"no variable that looks like a token"};
    const std::string wrong = "spinsack-check-no-such-token-5f3a9c";
    MachineDescription other = machine_;
    other.name += "-wrong-secret";
    other.replaced = {{token->name, wrong}};
    MachineLink link(other, request_->trying);
    std::string message;
    try {
      MachineQuestion question = small_question();
      ++check_.requests;
      (void)link.ask(QuboModel(probe_form()), std::move(question), nullptr, request_->interrupted);
    } catch (const MachineError& error) {
      message = error.what();
      if (message.find(wrong) != std::string::npos) throw Failed{"the secret came back"};
      if (error.fault() == MachineFault::auth) return "refused, and the secret did not come back";
      throw;
    }
    throw Failed{fmt::format("expected a wrong {} to be refused", token->name)};
  }

  MachineDescription machine_;
  const MachineCheckRequest* request_;
  MachineLink link_;
  Hello hello_;
  bool out_of_reach_ = false;  // at the latest point that failed
  MachineCheck check_;
};

}  // namespace

bool MachineCheck::passed() const {
  return std::ranges::none_of(points,
                              [](const CheckPoint& p) { return p.result == Result::failed; });
}

MachineCheck check_machine(const MachineDescription& machine, const MachineCheckRequest& request) {
  return Checker(machine, request).run();
}

}  // namespace spinsack
