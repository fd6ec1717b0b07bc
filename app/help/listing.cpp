// SPDX-License-Identifier: Apache-2.0
#include "help/listing.hpp"

#include "core/json_text.hpp"
#include "formulation/encoding.hpp"
#include "formulation/linearise.hpp"
#include "instance/published.hpp"
#include "machine/description.hpp"
#include "problem_catalogs.hpp"
#include "program/format.hpp"
#include "qubo/format.hpp"
#include "qubo/published_graph.hpp"
#include "sampler/sampler.hpp"
#include "study/built_in_plans.hpp"
#include "study/plan.hpp"

#include <fmt/format.h>

#include <array>

namespace spinsack::cli {
namespace {

template <class Entry>
std::vector<Listed> listed(const char* kind, std::span<const Entry> catalog) {
  std::vector<Listed> list;
  for (const Entry& entry : catalog) {
    Listed row{kind, std::string(entry.name), std::string(entry.help), {}, {}};
    if constexpr (requires { entry.parameters(); }) row.parameters = entry.parameters();
    list.push_back(std::move(row));
  }
  return list;
}

// Of the catalogs of all problems: what only others than the first have is told apart.
std::vector<Listed> shared(const char* kind, std::span<const SharedEntry> catalog) {
  std::vector<Listed> list = listed(kind, catalog);
  for (std::size_t e = 0; e < catalog.size(); ++e)
    if (catalog[e].of.front() != problems().front())
      list[e].facts.emplace_back("problem", json_string(catalog[e].of.front()->name));
  return list;
}

std::vector<Listed> all_problems() {
  std::vector<Listed> list;
  for (const Problem* const problem : problems())
    list.push_back({"problem", std::string(problem->name), std::string(problem->help), {}, {}});
  return list;
}

std::vector<Listed> formats() {
  std::vector<Listed> list = shared("instance format", all_formats());
  for (const QuboFormat& format : qubo_formats()) {
    const char* const variables = !format.holds_spin     ? "bits"
                                  : !format.holds_binary ? "spins"
                                                         : "bits, spins";
    list.push_back({"model format",
                    std::string(format.name),
                    std::string(format.help),
                    {},
                    {{"ending", json_string(format.extension)},
                     {"variables", json_string(variables)},
                     {"constant", format.holds_constant ? "true" : "false"}}});
  }
  for (const ProgramFormat& format : program_formats())
    list.push_back({"program format",
                    std::string(format.name),
                    std::string(format.help),
                    {},
                    {{"ending", json_string(format.extension)}}});
  return list;
}

std::vector<Listed> suites() {
  std::vector<Listed> list;
  for (const PublishedInstance& p : published_instances())
    list.push_back({"published instance",
                    p.full_name(),
                    {},
                    {},
                    {{"n", std::to_string(p.n)},
                     {"density", std::to_string(p.density)},
                     {"capacity", std::to_string(p.capacity)},
                     {"weights", std::to_string(p.sum_weights)},
                     {"best known", std::to_string(p.best_known)}}});
  return list;
}

std::vector<Listed> models() {
  std::vector<Listed> list;
  for (const PublishedGraph& p : published_graphs())
    list.push_back({"published model",
                    p.full_name(),
                    {},
                    {},
                    {{"n", std::to_string(p.n)},
                     {"edges", std::to_string(p.edges)},
                     {"graph", json_string(p.recipe.kind)},
                     {"signs", p.recipe.sign_seed != 0 ? "true" : "false"},
                     {"best cut", std::to_string(p.best_cut)}}});
  return list;
}

std::vector<Listed> studies() {
  std::vector<Listed> list;
  for (const BuiltInPlan& plan : built_in_plans())
    list.push_back({"study",
                    std::string(plan.name),
                    parse_plan(plan.name, std::string(plan.text), false).title,
                    {},
                    {}});
  return list;
}

std::vector<Listed> machines() {
  std::vector<Listed> list;
  for (const MachineDescription& machine : described_machines())
    list.push_back(
        {"machine",
         machine.name,
         machine.about.empty() ? "no description" : machine.about,
         {},
         {{machine.persistent() ? "worker" : "command",
           json_string((machine.persistent() ? machine.worker : machine.command).front())},
          {"described in", json_string(machine.place)}}});
  return list;
}

constexpr std::array kinds{
    ListKind{"methods", "ways to solve an instance, for solve",
             [] { return shared("method", all_methods()); }},
    ListKind{"suites", "the 180 published knapsacks: medium:* and large:*", suites},
    ListKind{
        "models",
        "72 published graphs, gset:* and wk:2000_1: models for sample, and instances for solve "
        "(@3 for three parts)",
        models},
    ListKind{"generators", "families of random instances, for generate",
             [] { return shared("generator", all_families()); }},
    ListKind{"formats", "file formats of instances, models and programs", formats},
    ListKind{"encodings", "ways to write the unused capacity in bits, for formulate",
             [] { return listed("encoding", encodings()); }},
    ListKind{"linearisations", "ways to write the products in LP and MPS files, for convert",
             [] { return listed("linearisation", linearisations()); }},
    ListKind{"samplers", "simulated Ising machines, and external for real ones, for sample",
             [] { return listed("sampler", samplers()); }},
    ListKind{"machines", "real machines described on this computer, for the sampler external",
             machines},
    ListKind{"steps", "post-processing of samples, joined by '+'",
             [] { return shared("step", all_steps()); }},
    ListKind{"problems", "kinds of problems, for every command that reads instances", all_problems},
    ListKind{"studies", "built-in plans: the paper's tables, proofs and more, for study run",
             studies},
};

}  // namespace

std::span<const ListKind> list_kinds() { return kinds; }

}  // namespace spinsack::cli
