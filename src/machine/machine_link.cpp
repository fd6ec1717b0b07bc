// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_link.hpp"

#include "core/rng.hpp"
#include "core/stopwatch.hpp"
#include "machine/command_machine.hpp"
#include "machine/machine_room.hpp"
#include "machine/reading.hpp"
#include "machine/recorded_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

namespace spinsack {
namespace {

const MachineAccount no_account;

void check_size(const Hello& hello, const ModelFile& file) {
  const auto require = [](const std::optional<std::int64_t>& most, std::int64_t found,
                          std::string_view what) {
    if (most && found > *most)
      throw MachineError(MachineFault::size,
                         fmt::format("the model has {} {}, and it takes {}", found, what, *most));
  };
  require(hello.limits.variables, file.variables, "variables");
  require(hello.limits.couplings, file.couplings, "couplings");
  require(hello.limits.bytes, file.bytes, "bytes");
}

void check_options(const Hello& hello, const ParameterValues& options) {
  for (const auto& [name, value] : options) {
    if (hello.parameters.empty() ||
        std::ranges::count(hello.parameters, name, &MachineParameter::name) > 0)
      continue;
    std::vector<std::string_view> known;
    for (const MachineParameter& each : hello.parameters) known.push_back(each.name);
    throw MachineError(MachineFault::parameter, unknown_word("option", name, known));
  }
}

}  // namespace

MachineLink::MachineLink(MachineDescription machine, const MachineTrying& trying)
    : machine_(std::move(machine)), trying_(trying) {
  if (!machine_.persistent()) folder_ = std::make_unique<ModelFolder>();
}

Hello MachineLink::hello() {
  return machine_.persistent() ? worker_of(machine_, trying_.worker)->hello()
                               : hello_of_command(machine_);
}

class MachineLink::Request {
 public:
  Request(MachineLink& link, const QuboModel& model, MachineQuestion question,
          const MachineAccount* account, const std::atomic<bool>* interrupted)
      : link_(&link),
        model_(&model),
        question_(std::move(question)),
        target_(question_.target),
        account_(account != nullptr ? account : &no_account),
        interrupted_(interrupted),
        jitter_(question_.seed,
                stream_of("retries") + static_cast<std::uint64_t>(question_.first_read)) {}

  CheckedAnswer run() {
    connect();
    prepare();
    if (const std::optional<std::string> earlier = earlier_promise()) {
      if (std::optional<MachineAnswer> kept = kept_answer(*earlier))
        return finish_kept(std::move(*kept));
      if (hello_.resume && !is_answer(*earlier)) job_ = *earlier;
    }
    for (;;) {
      // Every attempt may be paid for.
      if (job_.empty() && account_->refuse)
        if (const std::optional<std::string> why = account_->refuse(planned_))
          throw MachineError(MachineFault::budget, *why);
      Worker::Outcome outcome = attempt();
      if (auto* const answer = std::get_if<MachineAnswer>(&outcome)) {
        const std::optional<std::string> wrong = wrong_shape(*answer);
        if (!wrong) return finish(std::move(*answer));
        outcome = WorkerFault{.fault = MachineFault::protocol, .message = *wrong, .accepted = true};
      }
      after(std::get<WorkerFault>(outcome));
    }
  }

 private:
  const std::string& name() const { return link_->machine_.name; }

  void connect() {
    if (!link_->machine_.persistent()) {
      hello_ = hello_of_command(link_->machine_);
      return;
    }
    worker_ = worker_of(link_->machine_, link_->trying_.worker);
    hello_ = worker_->hello();
  }

  void write_model() {
    ModelWish wish = wish_of(hello_, model_->inequality().has_value());
    wish.rounded = link_->trying_.precision == PrecisionRule::round;
    ModelFolder& folder = worker_ ? worker_->models() : *link_->folder_;
    written_ = folder.write(*model_, wish);
    question_.model = written_->file;
    // In the units of the model that is sent.
    if (target_) question_.target = std::ldexp(*target_, written_->precision.shift);
  }

  // The model as the machine takes it. Nothing is sent that does not fit.
  void prepare() {
    check_options(hello_, question_.options);
    write_model();
    check_size(hello_, written_->file);
    const PrecisionReport& precision = written_->precision;
    if (precision.inexact > 0) {
      const std::string text = precision.text(hello_.coefficients);
      if (link_->trying_.precision == PrecisionRule::refuse)
        throw MachineError(MachineFault::precision,
                           text + "; --precision warn sends them all the same, round rounds them");
      remarks_.push_back(text);
    }
    planned_ = {.machine = name(),
                .first_read = question_.first_read,
                .reads = question_.reads,
                .worst_seconds = {},
                .bytes = written_->file.bytes};
    if (question_.time_limit)
      planned_.worst_seconds = *question_.time_limit * static_cast<double>(question_.reads);
    question_.deadline = planned_.worst_seconds.value_or(0) + link_->trying_.patience;
  }

  bool interrupted() const { return interrupted_ != nullptr && *interrupted_; }

  // A name under which nothing can be fetched is no promise.
  void note_job(const std::string& job) {
    if (!hello_.resume || job.empty() || job == job_) return;
    job_ = job;
    if (account_->accepted) account_->accepted(planned_, job_);
  }

  // The job of the last attempt, or its answer, is safe with us.
  void settle() {
    if (worker_ && asked_) worker_->settle(*asked_);
    asked_.reset();
  }

  Worker::Outcome attempt() {
    ++attempts_;
    accepted_ = !job_.empty();
    resumed_ = accepted_;
    watch_ = Stopwatch();
    accepted_at_.reset();
    const Worker::Waiting waiting{.deadline = std::chrono::duration<double>(question_.deadline),
                                  .give_up = [this] { return interrupted(); },
                                  .status =
                                      [this](const WorkerStatus& status) {
                                        if (!status.accepted) return;
                                        accepted_ = true;
                                        if (!accepted_at_) accepted_at_ = watch_.seconds();
                                        note_job(status.job);
                                      }};
    if (!worker_)
      return run_command(link_->machine_, question_, link_->folder_->directory().path().string(),
                         waiting);
    return worker_->ask(
        [&](std::int64_t id, const Worker::Settled& settled) {
          watch_ = Stopwatch();  // waiting for other requests of ours is over
          asked_ = id;
          return resumed_ ? resume_line(id, job_, question_.model.variables, settled)
                          : sample_line(id, question_, settled);
        },
        waiting);
  }

  std::optional<std::string> wrong_shape(const MachineAnswer& answer) const {
    if (answer.rows.variables == model_->size()) return std::nullopt;
    return fmt::format("expected samples of {} variables, found {}", model_->size(),
                       answer.rows.variables);
  }

  void tell_end(RequestClock clock, std::optional<MachineFault> fault, const std::string& message,
                std::int64_t findings, const std::string& request_facts) {
    if (!account_->finished) return;
    account_->finished({.planned = planned_,
                        .clock = clock,
                        .job = job_,
                        .accepted = accepted_ || !fault,
                        .resumed = resumed_,
                        .attempts = attempts_,
                        .fault = fault,
                        .message = message,
                        .findings = findings,
                        .machine_facts = recorded_facts(hello_.facts, request_facts, findings)});
  }

  // A fault either ends the request by a MachineError, or this returns and the next attempt may begin.
  void after(WorkerFault fault) {
    accepted_ = accepted_ || fault.accepted;
    if (fault.accepted) note_job(fault.job);
    settle();
    RequestClock clock;
    clock.total = watch_.seconds();
    clock.billed = fault.billed;
    const std::string message = fmt::format("machine '{}': {}", name(), fault.message);
    tell_end(clock, fault.fault, message, 0, "");
    const auto give_up = [&] {
      throw MachineError(fault.fault, attempts_ == 1
                                          ? message
                                          : fmt::format("{} (attempt {})", message, attempts_));
    };
    if (interrupted() || attempts_ > link_->trying_.retries) give_up();
    const bool reachable = accepted_ && !job_.empty() && hello_.resume;
    switch (fault.fault) {
      case MachineFault::busy:
      case MachineFault::network:
        // What cannot be fetched may have been paid for: it is asked anew once.
        if (accepted_ && !reachable && unknown_++ > 0) give_up();
        break;
      case MachineFault::machine:
        if (!resumed_ && accepted_ && unknown_++ > 0) give_up();
        break;
      case MachineFault::protocol:
        if (restarts_++ > 0) give_up();
        if (accepted_ && !reachable && unknown_++ > 0) give_up();
        break;
      case MachineFault::size:
      case MachineFault::precision:
      case MachineFault::parameter:
        if (!resumed_) give_up();
        break;
      default:  // nothing is wrong with a job that waits, and to ask anew would be to pay twice
        give_up();
    }
    if (!fault.retry && !resumed_) give_up();
    // A promise that the machine does not keep is one less.
    const bool lost = resumed_ && fault.fault != MachineFault::network &&
                      fault.fault != MachineFault::busy && fault.fault != MachineFault::protocol;
    if (lost || !reachable) job_.clear();
    wait(fault, give_up);
    if (!worker_) return;
    const std::shared_ptr<Worker> before = worker_;
    connect();  // to the same one, or a new one if it died
    if (worker_ != before) write_model();
  }

  template <class GiveUp>
  void wait(const WorkerFault& fault, const GiveUp& give_up) {
    if (fault.fault == MachineFault::protocol && !fault.retry_after) return;  // a new worker
    const double doubled =
        std::min(60.0, std::ldexp(link_->trying_.first_wait, static_cast<int>(attempts_) - 1));
    const double seconds = fault.retry_after.value_or(doubled * (0.8 + 0.4 * jitter_.real()));
    if (since_.seconds() + seconds > question_.deadline) give_up();
    const Stopwatch waited;
    while (waited.seconds() < seconds) {
      if (interrupted()) give_up();
      std::this_thread::sleep_for(
          std::chrono::duration<double>(std::clamp(seconds - waited.seconds(), 0.0, 0.02)));
    }
  }

  RequestClock clock_of(const MachineAnswer& answer) const {
    RequestClock clock = answer.times;
    const double total = watch_.seconds() + written_->seconds;
    clock.encode = clock.encode.value_or(0) + written_->seconds;
    if (!clock.service) {
      if (clock.machine)
        clock.service = clock.queue.value_or(0) + *clock.machine + clock.server.value_or(0);
      else if (accepted_at_)
        clock.service = watch_.seconds() - *accepted_at_;
    }
    clock.total = total;
    double known = 0;
    for (const auto& part : {clock.machine, clock.queue, clock.server, clock.encode, clock.send,
                             clock.receive, clock.decode})
      known += part.value_or(0);
    clock.overhead = total - known;
    return clock;
  }

  CheckedAnswer finish(MachineAnswer answer) {
    answer.times = clock_of(answer);
    // Who cannot be asked for it again gave it once and for all.
    if (!hello_.resume && account_->accepted) account_->accepted(planned_, result_line(answer));
    settle();
    return checked(std::move(answer));
  }

  CheckedAnswer finish_kept(MachineAnswer answer) {
    resumed_ = true;
    return checked(std::move(answer));
  }

  std::optional<std::string> earlier_promise() const {
    return account_->open_job ? account_->open_job(planned_) : std::nullopt;
  }

  // What was paid for before something ended the program; nothing where it is no answer, or not to this question.
  std::optional<MachineAnswer> kept_answer(const std::string& line) const {
    if (!is_answer(line)) return std::nullopt;
    try {
      WorkerMessage message = read_worker_message(line, Redactor());
      auto* const answer = std::get_if<MachineAnswer>(&message.content);
      if (answer == nullptr || wrong_shape(*answer)) return std::nullopt;
      return std::move(*answer);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }

  CheckedAnswer checked(MachineAnswer answer) {
    CheckedAnswer result{.answer = std::move(answer), .clock = {}, .remarks = std::move(remarks_)};
    result.clock = result.answer.times;
    check_energies(result);
    for (auto& [seconds, energy] : result.answer.improvements)
      energy = std::ldexp(energy + (written_->holds_constant ? 0 : written_->file.constant),
                          -written_->precision.shift);
    tell_end(result.clock, std::nullopt, "", result.findings, result.answer.facts);
    return result;
  }

  // Energies are ours to know; what the machine says of them tells whether it understood the model.
  void check_energies(CheckedAnswer& result) const {
    SampleRows& rows = result.answer.rows;
    if (rows.energies.empty()) return;
    std::optional<QuadraticForm> form;  // made for the first that is not obviously right
    std::string first;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      const double told = std::ldexp(rows.energies[r], -written_->precision.shift);
      if (told == model_->energy(rows.row(r))) continue;
      if (!form) form = model_->expand();
      const std::string text =
          finding(*form, rows.row(r), told, hello_.coefficients.bits, !written_->holds_constant);
      if (text.empty()) continue;
      if (result.findings++ == 0) first = text;
    }
    if (result.findings > 0)
      result.remarks.push_back(
          fmt::format("{} of {} energies that it reported are wrong, the first: {}; ours are used",
                      result.findings, rows.rows(), first));
  }

  MachineLink* link_;
  const QuboModel* model_;
  MachineQuestion question_;
  std::optional<double> target_;  // in the units of the model
  const MachineAccount* account_;
  const std::atomic<bool>* interrupted_;
  Rng jitter_;
  Stopwatch since_;
  Stopwatch watch_;  // of the attempt
  std::shared_ptr<Worker> worker_;
  Hello hello_;
  std::shared_ptr<const WrittenModel> written_;
  PlannedRequest planned_;
  std::vector<std::string> remarks_;
  std::string job_;
  std::optional<std::int64_t> asked_;  // number of the attempt that is not settled
  bool accepted_ = false;
  bool resumed_ = false;
  std::optional<double> accepted_at_;
  std::int64_t attempts_ = 0;
  std::int64_t unknown_ = 0;  // attempts that may have been paid for without an answer
  std::int64_t restarts_ = 0;
};

CheckedAnswer MachineLink::ask(const QuboModel& model, MachineQuestion question,
                               const MachineAccount* account,
                               const std::atomic<bool>* interrupted) {
  try {
    return Request(*this, model, std::move(question), account, interrupted).run();
  } catch (const MachineError& error) {
    const std::string message = error.what();
    if (message.starts_with("machine '")) throw;
    throw MachineError(error.fault(), fmt::format("machine '{}': {}", machine_.name, message));
  }
}

}  // namespace spinsack
