// SPDX-License-Identifier: Apache-2.0
#include "study/spend_book.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

namespace spinsack {
namespace {

// What it costs at worst. A time that is not known is none, and then no budget of seconds lets it through.
double worst_seconds(const PlannedRequest& request) { return request.worst_seconds.value_or(0); }

// What the vendor bills, or else what an answer took; of a request that may have been taken and came to nothing, the
// worst.
double cost_in_seconds(const FinishedRequest& request) {
  if (request.clock.billed) return *request.clock.billed;
  if (request.fault) return request.accepted ? worst_seconds(request.planned) : 0;
  if (request.clock.machine) return *request.clock.machine;
  return request.planned.worst_seconds.value_or(request.clock.total.value_or(0));
}

std::string expense_line(const std::string& machine, const std::string& name, std::size_t number,
                         std::int64_t requests, double seconds, bool open) {
  JsonObject json;
  json.text("machine", machine).text("request", name);
  json.integer("number", static_cast<std::int64_t>(number));
  json.integer("requests", requests).real("seconds", std::round(seconds * 1e7) / 1e7);
  if (open) json.boolean("open", true);
  return json.line() + "\n";
}

std::string over_budget(const std::string& machine, const MachineSpending& spent,
                        const PlannedRequest& request, const MachineBudget& budget) {
  if (budget.requests && spent.requests + 1 > *budget.requests)
    return fmt::format("the budget of '{}' is {} requests, of which {} are spent", machine,
                       *budget.requests, spent.requests);
  if (!budget.seconds) return {};
  if (!request.worst_seconds)
    return fmt::format(
        "the budget of '{}' is in seconds, and this request has no time limit to count with",
        machine);
  if (spent.seconds + *request.worst_seconds > *budget.seconds)
    return fmt::format(
        "the budget of '{}' is {} machine seconds, of which {:.6g} are spent; this request may "
        "take "
        "{:.6g}",
        machine, *budget.seconds, spent.seconds, *request.worst_seconds);
  return {};
}

}  // namespace

SpendBook::SpendBook(const std::string& folder)
    : lines_((std::filesystem::path(folder) / "spend.jsonl").string()) {
  lines_.read([&](std::string_view line) { take(line); });
}

// A line that was cut off says nothing: if it was to enter a request, that was not sent; if it was to settle one, the
// worst case stands.
void SpendBook::take(std::string_view line) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  try {
    JsonReader json("spend.jsonl", line);
    std::string machine;
    std::string name;
    std::string refused;
    std::int64_t number = -1;
    Expense expense;
    json.enter_object("an expense");
    for (std::string key; json.next_key(key);) {
      if (key == "machine")
        machine = json.text("a machine");
      else if (key == "request")
        name = json.text("a request");
      else if (key == "number")
        number = json.integer("a number", 0, most);
      else if (key == "requests")
        expense.requests = json.integer("requests", 0, most);
      else if (key == "seconds")
        expense.seconds = json.real("seconds");
      else if (key == "open")
        expense.open = json.boolean("open");
      else if (key == "refused")
        refused = json.text("a reason");
      else
        json.skip();
    }
    json.end("the expense");
    Machine& of = machines_[machine];
    if (!refused.empty()) of.refused = refused;
    if (number < 0) return;
    std::vector<Expense>& expenses = of.expenses[name];
    const auto place = static_cast<std::size_t>(number);
    if (place < expenses.size())
      expenses[place] = expense;
    else
      expenses.push_back(expense);
  } catch (const InputError&) {
    return;
  }
}

MachineSpending SpendBook::sum(const Machine& machine) {
  MachineSpending spent;
  spent.refused = machine.refused;
  for (const auto& [name, expenses] : machine.expenses)
    for (const Expense& expense : expenses) {
      spent.requests += expense.requests;
      spent.seconds += expense.seconds;
      spent.open += expense.open ? 1 : 0;
    }
  return spent;
}

std::optional<std::string> SpendBook::reserve(const std::string& name,
                                              const PlannedRequest& request,
                                              const MachineBudget& budget) {
  const std::scoped_lock lock(mutex_);
  std::string refused;
  lines_.turn(
      [&](std::string_view line) { take(line); },
      [&] {
        Machine& machine = machines_[request.machine];
        refused = over_budget(request.machine, sum(machine), request, budget);
        if (refused.empty())
          return expense_line(request.machine, name, machine.expenses[name].size(), 1,
                              worst_seconds(request), true);
        if (refused == machine.refused) return std::string();
        return JsonObject().text("machine", request.machine).text("refused", refused).line() + "\n";
      });
  if (refused.empty()) return std::nullopt;
  return refused;
}

void SpendBook::settle(const std::string& name, const FinishedRequest& request) {
  const std::scoped_lock lock(mutex_);
  lines_.turn([&](std::string_view line) { take(line); },
              [&] {
                const std::string& machine = request.planned.machine;
                const std::vector<Expense>& expenses = machines_[machine].expenses[name];
                // Earlier ones that are open were lost on their way, and nobody will know. The last one is settled
                // already if it was fetched before and its record did not reach the disk.
                const bool open = !expenses.empty() && expenses.back().open;
                if (!open && request.resumed && !expenses.empty()) return std::string();
                const std::size_t number = expenses.size() - (open ? 1 : 0);
                const bool sent = request.accepted || !request.fault;
                return expense_line(machine, name, number, sent ? 1 : 0, cost_in_seconds(request),
                                    false);
              });
}

std::map<std::string, MachineSpending> SpendBook::spending() {
  const std::scoped_lock lock(mutex_);
  lines_.read([&](std::string_view line) { take(line); });
  std::map<std::string, MachineSpending> all;
  for (const auto& [name, machine] : machines_) all[name] = sum(machine);
  return all;
}

}  // namespace spinsack
