// SPDX-License-Identifier: Apache-2.0
#include "report_context.hpp"

#include "core/error.hpp"
#include "record/record_files.hpp"
#include "shell.hpp"
#include "study/built_in_plans.hpp"
#include "study/study_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace spinsack::cli {
namespace {

using Words = std::vector<std::string>;

// Of its text: such a plan runs by its name alone.
bool is_built_in(const Plan& plan) {
  return std::ranges::any_of(built_in_plans(), [&](const BuiltInPlan& known) {
    return known.name == plan.name && known.text == plan.text;
  });
}

class ContextMaker {
 public:
  ContextMaker(const Analysis& analysis, const StatusOf& status)
      : analysis_(&analysis), status_(&status) {}

  void tell_revision() {
    std::set<std::string> revisions;
    for (const Environment& environment : analysis_->origin.environments)
      revisions.insert(environment.revision);
    if (revisions.size() != 1 || revisions.begin()->empty()) return;
    std::string revision = *revisions.begin();
    constexpr std::string_view changed = "-dirty";
    if (revision.ends_with(changed)) {
      revision.resize(revision.size() - changed.size());
      warn(fmt::format("The program had changes on top of revision {} that it does not hold.",
                       revision));
    }
    context_.reproduce.push_back("git checkout " + revision);
  }

  // The studies of one path, to be repeated below a directory.
  void tell_studies(const std::vector<std::string>& folders, const std::string& place) {
    for (const std::string& folder : folders) {
      try {
        const Plan plan = plan_of_folder(folder);
        tell_title(plan);
        tell_progress(folder, plan);
        context_.plans.emplace_back(plan.name + ".toml", plan.text);
        tell_run(is_built_in(plan) ? plan.name : plan.name + ".toml", plan.name, plan.form, place);
      } catch (const Error& error) {  // the records are good all the same
        warn(fmt::format("{}: the plan cannot be used ({}).", folder, error.what()));
      }
    }
  }

  // Records without a plan beside them, such as a database, know the names of their studies.
  void tell_named_studies(const std::string& place) {
    for (const std::string& study : analysis_->origin.studies) {
      const std::size_t blank = study.rfind(" (");
      const std::string name = study.substr(0, blank);
      const std::string form = study.substr(blank + 2, study.size() - blank - 3);
      const bool known = std::ranges::any_of(
          built_in_plans(), [&](const BuiltInPlan& plan) { return plan.name == name; });
      tell_run(known ? name : name + ".toml", name, form, place);
    }
  }

  void tell_report(Words paths, const std::vector<std::string>& sets) {
    Words words{"spinsack", "report"};
    std::ranges::move(paths, std::back_inserter(words));
    if (sets.size() > 1) {
      words.emplace_back("--names");
      words.push_back(fmt::format("{}", fmt::join(sets, ",")));
    }
    words.insert(words.end(), {"-o", "report.html"});
    context_.reproduce.push_back(shell_line(words));
  }

  ReportContext finish() && {
    if (done_ < planned_)
      context_.cautions.insert(
          context_.cautions.begin(),
          fmt::format("The study is not complete: {} of {} planned cells are recorded.", done_,
                      planned_));
    context_.title = fmt::format("{}", fmt::join(titles_, "; "));
    return std::move(context_);
  }

 private:
  // Of all plans, each once.
  void tell_title(const Plan& plan) {
    std::string title = plan_title(plan);
    if (std::ranges::find(titles_, title) == titles_.end()) titles_.push_back(std::move(title));
  }

  void warn(std::string text) { context_.cautions.push_back(std::move(text)); }

  void tell_progress(const std::string& folder, const Plan& plan) {
    const StudyStatus status = (*status_)(folder, plan);
    planned_ += status.cells;
    done_ += status.done;
    if (status.damaged > 0)
      warn(fmt::format("{}: {} damaged {} left out; `spinsack study status` names them.", folder,
                       status.damaged, status.damaged == 1 ? "line is" : "lines are"));
    if (status.unplanned > 0)
      warn(fmt::format(
          "{}: {} {} cells that its plan does not have, of an instance that has "
          "changed since, say; they are shown too.",
          folder, status.unplanned, status.unplanned == 1 ? "record is of" : "records are of"));
  }

  void tell_run(const std::string& plan, const std::string& name, const std::string& form,
                const std::string& place) {
    Words words{"spinsack", "study", "run", plan};
    if (form == "quick") words.emplace_back("--quick");
    words.emplace_back("--out");
    words.push_back(fmt::format("{}/{}{}", place, name, form == "quick" ? "-quick" : ""));
    const std::string line = shell_line(words);
    if (std::ranges::find(context_.reproduce, line) == context_.reproduce.end())
      context_.reproduce.push_back(line);
  }

  const Analysis* analysis_;
  const StatusOf* status_;
  ReportContext context_;
  Words titles_;
  std::size_t planned_ = 0;
  std::size_t done_ = 0;
};

}  // namespace

std::string plan_title(const Plan& plan) {
  return (plan.title.empty() ? plan.name : plan.title) + (plan.form == "quick" ? " (quick)" : "");
}

StudyStatus status_now(const std::string& folder, const Plan& plan) {
  return status_of(folder, cells_of(plan));
}

ReportContext report_context(const Analysis& analysis, const std::vector<std::string>& paths,
                             const std::vector<std::string>& sets, const StatusOf& status) {
  ContextMaker maker(analysis, status);
  maker.tell_revision();
  Words again;  // a directory per path
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const bool directory = std::filesystem::is_directory(paths[i]);
    const std::string place = paths.size() == 1 ? "again" : "again/" + std::to_string(i + 1);
    if (directory) maker.tell_studies(study_folders(paths[i]), place);
    if (!directory && paths.size() == 1) maker.tell_named_studies(place);
    again.push_back(directory || paths.size() == 1 ? place : paths[i]);
  }
  maker.tell_report(std::move(again), sets);
  return std::move(maker).finish();
}

}  // namespace spinsack::cli
