// SPDX-License-Identifier: Apache-2.0
// spinsack verify: recompute what a result claims.
#include "verify/verify.hpp"

#include "command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/sha256.hpp"
#include "core/stopwatch.hpp"
#include "core/text_reader.hpp"
#include "instance/qkp.hpp"
#include "instances.hpp"
#include "study/instance_finder.hpp"
#include "study/study_folder.hpp"
#include "terminal/output.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text_layout.hpp"
#include "verify/certificate.hpp"
#include "verify/verify_study.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

std::string report(const Verification& verification) {
  std::vector<std::vector<std::string>> rows;
  for (const Check& check : verification.checks)
    rows.push_back({check.holds ? "ok" : "FAILED", check.what, check.claimed,
                    check.claimed == check.computed ? "" : check.computed});
  return verification.instance + "\n" + table(rows, {}, 2);
}

std::string report(const StudyVerification& study, const std::string& folder) {
  std::vector<std::vector<std::string>> rows{
      {"cells", fmt::format("{}, with {} runs", study.cells, study.runs)},
      {"answers", fmt::format("{} recomputed", study.answers)}};
  const auto add = [&](std::string_view what, std::int64_t count, std::string_view meaning) {
    if (count > 0) rows.push_back({std::string(what), fmt::format("{} {}", count, meaning)});
  };
  add("older", study.without_answers, "cells that keep no answers of their own");
  add("failing", study.failing, "records with an error and without runs");
  add("damaged", study.damaged, "lines");
  for (const auto& [reason, cells] : study.unchecked)
    rows.push_back({"unchecked", fmt::format("{} cells: {}", cells, reason)});
  for (const std::string& fault : study.faults) rows.push_back({"FAILED", fault});
  const auto told = static_cast<std::int64_t>(study.faults.size());
  add("FAILED", study.wrong - told, "more cells");
  return folder + "\n" + table(rows, {}, 2);
}

std::string report(const CertificateVerdict& verdict, const QkpInstance& instance,
                   const InputFile& file, double seconds) {
  std::vector<std::vector<std::string>> rows;
  if (verdict.holds)
    rows.push_back({"value", instance.profit_text(verdict.value) + ", proven optimal"});
  else
    rows.push_back({"FAILED", verdict.fault});
  rows.push_back({"regions", std::to_string(verdict.regions)});
  rows.push_back(
      {"bounds", fmt::format("{}, {} times an item was fixed", verdict.bounds, verdict.fixings)});
  rows.push_back(
      {"certificate", fmt::format("{} bytes, SHA-256 {}", file.text.size(), sha256(file.text))});
  rows.push_back({"time", seconds_text(seconds)});
  return instance.name() + "\n" + table(rows, {}, 2);
}

// The plan of a study, for its instance files. Published instances are found without.
Plan plan_for_files(const std::string& folder) {
  try {
    return plan_of_folder(folder);
  } catch (const Error& error) {
    note(fmt::format("{}; only cells of published instances can be checked", error.what()));
    return {};
  }
}

struct Verify {
  OneInstance input;
  std::string result;
  bool quiet = false;

  void declare(Flags& flags) {
    flags.argument(input.spec, instance_value(),
                   R"(
      the instance: a file, '-' for standard input, or a published instance; or a directory of one
      or several studies, whose records are rechecked
    )");
    flags.optional_argument(result, input_value("RESULT"), R"(
      JSON Lines as spinsack writes them; or a certificate of 'spinsack solve'; or a solution as
      text: the chosen items, counted from 0 or by name, one digit 0 or 1 per item, or for other
      problems one label per element. '-' for standard input; none for a directory
    )");
    flags.group("Input");
    input.reading.declare(flags);
    flags.group("Output");
    flags.toggle("-q,--quiet", quiet, "print nothing; use the exit code");
  }

  int run() const {
    if (result.empty()) return verify_studies();
    input.refuse_same_standard_input(result);
    const std::vector<Instance> instances = input.load();
    const InputFile file = read_file(result);
    if (looks_like_certificate(file.text)) return verify_proof(instances, file);
    std::string text;
    bool holds = true;
    for (const Verification& verification : verify(instances, file)) {
      text += report(verification);
      holds = holds && verification.holds();
    }
    if (!quiet) print(text + (holds ? "verified\n" : "NOT verified\n"));
    return holds ? success : failure;
  }

  int verify_proof(const std::vector<Instance>& instances, const InputFile& file) const {
    if (instances.size() != 1)
      throw UsageError(fmt::format("{}: a certificate is about one instance, found {}", file.name,
                                   instances.size()));
    const auto& instance = instances.front().as<QkpInstance>();
    Stopwatch watch;
    const CertificateVerdict verdict =
        verify_certificate(instance, instances.front().digest(), file);
    const double seconds = watch.lap();
    if (!quiet)
      print(report(verdict, instance, file, seconds) +
            (verdict.holds ? "verified\n" : "NOT verified\n"));
    return verdict.holds ? success : failure;
  }

  int verify_studies() const {
    const std::vector<std::string> folders = study_folders(input.spec);
    if (folders.empty())
      throw UsageError(
          fmt::format("RESULT is missing: expected the result to check, or the directory of a "
                      "study in place of the instance, found {} alone",
                      quote(input.spec)));
    if (const ParameterValues typed = input.reading.settings().values; !typed.empty())
      throw UsageError(
          fmt::format("--{}: the plan of a study names its instances", typed.begin()->first));
    bool holds = true;
    for (const std::string& folder : folders) {
      InstanceFinder finder(plan_for_files(folder));
      const StudyVerification study = verify_study(
          folder,
          [&](const InstanceRecord& record) -> const Instance& { return finder.find(record); },
          [](const std::string& text) { note(text); });
      if (!quiet) print(report(study, folder));
      holds = holds && study.holds();
    }
    if (!quiet) print(holds ? "verified\n" : "NOT verified\n");
    return holds ? success : failure;
  }
};

constexpr std::array<Example, 4> verify_examples{{
    {"echo 0 3 17 | spinsack verify medium:100_25_1 -", "three items typed by hand"},
    {"seq 0 9 > items.txt && spinsack verify medium:100_25_1 items.txt",
     "the answer of another program"},
    {"spinsack study run example --quick --out results -q && spinsack verify results",
     "a whole study, from its records"},
    {"spinsack solve medium:100_25_1 -q -m exact --certificate proof.xz && spinsack verify "
     "medium:100_25_1 proof.xz",
     "a proof that nothing is better"},
}};

constexpr std::string_view about_verify = R"(
Recomputes value, weight, feasibility, bound and gap of a result from the chosen items alone, with
code that shares nothing with the solvers. Each check is a line: what was claimed, and what was
found if that differs.

A certificate is a proof that nothing is better than the items it names. Every bound in it is
computed again, values in exact integers, and the parts of the proof must cover everything.

For a directory of a study, every record is checked: the best answer of each variant is recomputed
from the instance. A line says what could not be checked.

The exit code is 0 if everything holds, 2 if anything does not, and 1 if a file cannot be read.
)";

}  // namespace

extern const Command verify_command;
const Command verify_command{"verify", "recompute everything a result claims", about_verify,
                             verify_examples, declare<Verify>};

}  // namespace spinsack::cli
