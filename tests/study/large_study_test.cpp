// SPDX-License-Identifier: Apache-2.0
// Commands that read records need memory for cells, not for the text of their records.
#include "core/growing_file.hpp"
#include "study/study_support.hpp"
#include "support/places.hpp"
#include "support/run_command.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <sys/resource.h>

namespace spinsack::test {
namespace {

// A record as a short run would leave it.
CellRecord made_up_record(const Cell& cell, const Plan& plan) {
  CellRecord record{.cell = cell.id.text(),
                    .study = plan.name,
                    .form = plan.form,
                    .environment = this_environment(),
                    .instance = cell.instance->record,
                    .method = cell.setting->method,
                    .label = cell.setting->label,
                    .parameters = cell.setting->parameters,
                    .lambda = 1,
                    .seed = cell.seed};
  RunRecord run;
  run.read = cell.first_read;
  run.bits = std::string(25, 'f');
  const auto vary = static_cast<Profit>(cell.seed % 97);
  for (const auto& [name, steps] : cell.setting->variants)
    run.variants.push_back({name, *record.instance.best_known - vary, 1, true, 1e-6, 1e-6});
  run.seconds = run.time_to_best = 1e-5 * static_cast<double>(1 + vary);
  run.stopped_by = "work";
  record.runs.push_back(run);
  return record;
}

// In kilobytes, of the largest program that this process has waited for.
long largest_child() {
  struct rusage usage {};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return usage.ru_maxrss;
}

TEST(SlowLargeStudy, TakesLessMemoryThanItsRecords) {
  const StudyFiles files(
      "instances = 'medium:100_25_*'\nseeds = '1..5000'\n[[run]]\nmethod = 'sa'\nsweeps = 20\n"
      "lambda = ['2^-1', 1, 2, 4]\nvariants = { a = 'none', b = 'repair' }\n");
  const Plan plan = files.plan();
  const std::vector<Cell> cells = cells_of(plan);
  ASSERT_EQ(cells.size(), 200'000U);
  std::filesystem::create_directory(files.file("out"));
  write_study_origin(files.file("out"), origin_of(plan), cells.size());
  {
    GrowingFile records(files.file("out/records.jsonl"));
    std::string lines;
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) {  // all but one
      lines += record_line(made_up_record(cells[i], plan)) + '\n';
      if (lines.size() < 1'000'000) continue;
      records.append(lines, "records");
      lines.clear();
    }
    records.append(lines, "records");
  }
  const auto size = std::filesystem::file_size(files.file("out/records.jsonl"));
  EXPECT_GT(size, 150'000'000U);
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), spinsack_command());
    const RunResult result =
        test::run({.command = arguments, .directory = files.path(), .seconds = 3600});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_LT(largest_child(), 120'000) << arguments[1];
    return result.out;
  };
  EXPECT_THAT(run({"study", "status", "out"}), testing::HasSubstr("\n  left     1\n"));
  EXPECT_THAT(run({"study", "resume", "out", "--yes", "-q", "-j", "1"}),
              testing::HasSubstr("1 cells done, 199999 were there already"));
  EXPECT_THAT(run({"study", "status", "out"}), testing::HasSubstr("\n  left     0\n"));
  static_cast<void>(run({"report", "out"}));
}

}  // namespace
}  // namespace spinsack::test
