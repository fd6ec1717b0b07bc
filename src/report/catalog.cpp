// SPDX-License-Identifier: Apache-2.0
#include "report/figure.hpp"
#include "report/figure_panels.hpp"
#include "report/page_files.hpp"

#include <array>

namespace spinsack {

std::span<const FigureKind> figure_kinds() {
  using Scale = PlotForm::Scale;
  using Shape = PlotForm::Shape;
  static const std::array all{
      FigureKind{
          "strength_gap",
          "Gap against penalty strength",
          "Mean gap of the best value per instance to the best known one, over the instances "
          "of one size, where all of them have a feasible run. Lower is better; the strength "
          "with the smallest gap is the one to use.",
          page::figures_strength_gap_json,
          {"strength", "penalty strength", Scale::log, "gap", "gap in percent", Scale::zero_log,
           Shape::line},
          strength_gap_panels},
      FigureKind{"strength_feasible",
                 "Feasible share against penalty strength",
                 "Share of runs whose answer keeps {{limits}}. A weak penalty gives infeasible "
                 "answers, a strong one hides the {{value}}.",
                 page::figures_strength_feasible_json,
                 {"strength", "penalty strength", Scale::log, "feasible", "feasible share",
                  Scale::linear, Shape::line},
                 strength_feasible_panels},
      FigureKind{
          "heat_map",
          "Aggregated gap per instance and strength",
          "A row per instance{{order}}; a column per strength. Blue "
          "green: every run reached the best known value, or one exceeded it. From light to dark "
          "the gap grows; a cross marks cells without a feasible run.",
          page::figures_heat_map_json,
          {"strength", "penalty strength", Scale::category, "instance", "instance", Scale::category,
           Shape::matrix},
          heat_map_panels},
      FigureKind{"gap_distribution",
                 "Distribution of gaps",
                 "A dot per instance, at the gap of the best value found. The box holds the middle "
                 "half, the line in it is the median.",
                 page::figures_gap_distribution_json,
                 {"gap", "gap in percent", Scale::zero_log, "series", "series", Scale::category,
                  Shape::points},
                 gap_distribution_panels},
      FigureKind{
          "stage_times",
          "Time of each stage against size",
          "Mean seconds per run on logarithmic axes. The thin line is a power law fitted to "
          "all instances; its exponent is the slope.",
          page::figures_stage_times_json,
          {"n", "{{elements}}", Scale::log, "seconds", "seconds per run", Scale::log, Shape::line},
          stage_time_panels},
      FigureKind{
          "time_to_solution",
          "Time to solution",
          "Seconds needed to reach the best known value with 99 % certainty by repeating "
          "runs, with 95 % intervals. Lower is better.",
          page::figures_time_to_solution_json,
          {"instance", "instance", Scale::category, "seconds", "seconds", Scale::log, Shape::range},
          time_to_solution_panels},
      FigureKind{
          "profile",
          "Performance profile",
          "Share of instances that a series solves within a factor tau of the fastest series. "
          "At tau = 1 it shows how often a series is the fastest, far to the right how much "
          "it solves at all.",
          page::figures_profile_json,
          {"tau", "factor to the fastest", Scale::log, "share", "share of instances", Scale::linear,
           Shape::steps},
          profile_panels},
      FigureKind{
          "target",
          "Time to target",
          "Share of runs that have reached the best known value by a given time. Runs that a "
          "clock cut short count until then (Kaplan-Meier).",
          page::figures_target_json,
          {"seconds", "seconds", Scale::log, "share", "share of runs", Scale::linear, Shape::steps},
          target_panels},
      FigureKind{"trace",
                 "Incumbent over time",
                 "Mean gap of the best solution so far, for methods that report one as they go.",
                 page::figures_trace_json,
                 {"seconds", "seconds", Scale::log, "gap", "gap in percent", Scale::zero_log,
                  Shape::steps},
                 trace_panels},
      FigureKind{
          "sets",
          "One set of records against another",
          "A dot per instance: seconds per run in the first set and in the second. Below the "
          "diagonal the second set is faster.",
          page::figures_sets_json,
          {"first", "seconds per run, first set", Scale::log, "second",
           "seconds per run, second set", Scale::log, Shape::points},
          set_panels},
  };
  return all;
}

}  // namespace spinsack
