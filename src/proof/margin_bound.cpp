// SPDX-License-Identifier: Apache-2.0
#include "proof/margin_bound.hpp"

#include "linear/product.hpp"
#include "proof/box_maximum.hpp"
#include "proof/exact_bound.hpp"
#include "proof/far_norm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinsack::proof {
namespace {

using linear::Factored;
using linear::Matrix;

constexpr double share_of_clear = 0.95;  // that the curvature of a far item is
// Beyond it the far items would weigh too much on the near ones.
constexpr double most_far_norm = 0.7;
constexpr double most_far_bend = 0.85;  // likewise, of what they take from the corner
constexpr std::size_t fewest_near = 768;
constexpr std::size_t always_near = 1000;  // a matrix of all of them takes a moment

constexpr std::size_t most_near = 6000;     // for two matrices of 300 MB
constexpr std::size_t most_refined = 2500;  // items, for which another factor takes long

constexpr std::size_t least_rows = 64;    // of a panel, where there is little time
constexpr std::size_t fewest_rows = 256;  // of a panel of far items
constexpr std::size_t most_rows = 1024;

// Which items get the matrix, and how what the others can do is bounded.
struct Cut {
  std::size_t near = 0;
  std::size_t far = 0;
  std::size_t rows = fewest_rows;  // of a panel
  double floor = 0;                // of the curvatures of far items, in units of their noise
  double near_curvature = 0;       // expected, likewise
  double gap = 0;                  // expected, of the bound to the value, relatively

  double operations() const {
    const double tries = near > most_refined ? 2 : 4;  // of a factor
    const auto m = static_cast<double>(near);
    return tries * m * m * m / 3 + m * m * static_cast<double>(far) +
           far_norm_operations(far, rows);
  }
};

double fewest_operations(std::size_t n) {
  const std::size_t near = std::min(n, n <= always_near ? n : fewest_near);
  return Cut{.near = near, .far = n - near}.operations();
}

// Of the bound without a matrix: the norm of all pairs, and passes over them that find the maximum.
double norm_operations(std::size_t n, std::size_t rows) {
  constexpr double operations_of_passes = 40;  // per entry, as long as they take
  return far_norm_operations(n, rows) +
         operations_of_passes * static_cast<double>(n) * static_cast<double>(n);
}

// How much the items that will be far bend L the wrong way: less than one leaves it concave.
double far_bend(const Margin& margin) {
  double bend = 0;
  for (std::size_t place = fewest_near; place < margin.items.size(); ++place) {
    const Index item = margin.items[place];
    bend += margin.bend(item) * margin.bend(item) / (share_of_clear * margin.clear[at(item)]);
  }
  return bend;
}

// Where little fits: the mass of any set that is worth more than the reference, and the least tie for which the far items will
// not bend L too much. Nothing where that is not needed, takes too long or will say nothing.
std::optional<MassRange> useful_range(const Margin& margin, const MarginEffort& effort) {
  constexpr double little_bend = 0.4;
  constexpr double most_tie = 0.985;  // of what half a pair brings
  constexpr double share_of_effort = 0.3;
  constexpr double useless = 1;
  const Ground& ground = margin.ground;
  const std::size_t n = margin.items.size();
  if (n <= always_near || margin.alpha == 0 || ground.count == 0 || margin.smooth.columns() > 0)
    return std::nullopt;
  const double bend = far_bend(margin);
  if (!(bend > little_bend)) return std::nullopt;
  constexpr std::size_t rows = 2 * least_rows;  // more of them would say little more
  if (far_norm_operations(n, rows) > share_of_effort * effort.operations) return std::nullopt;
  const auto norm = far_norm(margin, margin.items, margin.mass, rows, effort.impatient);
  if (!norm) return std::nullopt;
  const double mass = margin.mass_of_reference();
  const auto whole = [&](double m) { return std::ldexp(m, mass_places); };
  MassRange range;
  range.less = std::ldexp(
      std::ceil(whole(std::max(0.0, mass - most_mass_below(margin, ground.value, *norm)))),
      -mass_places);
  range.more = std::ldexp(std::floor(whole(std::max(0.0, most_mass_that_fits(margin) - mass))),
                          -mass_places);
  const double share = std::min(most_tie, 1 - little_bend / bend);
  range.tie = rounded(share * 4 * margin.alpha * margin.alpha, ground.strength_bits);
  const double lost = range.tie * range.less * range.more;
  return lost < useless * static_cast<double>(ground.value) ? std::optional(range) : std::nullopt;
}

// The matrix of the near items and the border, without the curvatures of the near ones.
class NearMatrix {
 public:
  NearMatrix(const Margin& margin, std::size_t near)
      : margin_(margin),
        near_(near),
        rank_(static_cast<double>(margin.smooth.columns())),
        smooth_size_(margin.smooth_size()) {}

  // False if interrupted. far: curvatures by item, of which the share is left.
  bool build(const std::vector<double>& far, double share, const linear::Impatient& impatient) {
    const std::size_t size = near_ + 1;
    base_.resize(size, size);
    // In the scale of the others, so that no diagonal entry is small.
    corner_ = std::sqrt(std::max(1.0, margin_.clear[at(margin_.items[near_ / 2])]));
    std::vector<double> row;
    for (std::size_t j = 0; j < near_; ++j) {
      write_row(margin_, margin_.items[j], row);
      double* const column = base_.column(j);
      for (std::size_t i = j; i < near_; ++i) column[i] = -row[at(margin_.items[i])];
      column[near_] = -corner_ * margin_.bend(margin_.items[j]);
    }
    base_(near_, near_) = corner_ * corner_;
    return take_far(far, share, impatient);
  }

  // Whether it is positive semidefinite with these curvatures of the near items, in the order of margin.items.
  Factored factor(const std::vector<double>& curvature, const linear::Impatient& impatient) {
    const std::size_t size = near_ + 1;
    root_.resize(size, size);
    double trace = 0;
    double largest = 0;
    for (std::size_t j = 0; j < size; ++j) {
      std::copy_n(base_.column(j) + j, size - j, root_.column(j) + j);
      if (j < near_) root_(j, j) += curvature[j];
      trace += std::abs(root_(j, j));
      largest = std::max(largest, std::abs(root_(j, j)));
    }
    // As for majorant.hpp's find_top: Rump's theorem for the factor; the entries have few roundings of their own, and
    // the sums over the far items as many as there are of these. Those of BB' are as large as its entries.
    const auto order = static_cast<double>(size);
    const double far = static_cast<double>(margin_.items.size() - near_) + 16;
    const double shift =
        4 * (unit_error(order + 8) * trace + unit_error(far) * far_trace_ +
             unit_error(16 + rank_) * order * (largest + largest_entry_ + smooth_size_) +
             2 * unit_error(16 + rank_) * std::sqrt(far_trace_ * far_inverse_ * order) *
                 smooth_size_) +
        1e-8;
    for (std::size_t j = 0; j < size; ++j) root_(j, j) -= shift;
    return linear::factor(root_.view(), impatient);
  }

 private:
  // base -= X' (share curvature)^-1 X, by panels of far items.
  bool take_far(const std::vector<double>& far, double share, const linear::Impatient& impatient) {
    const std::size_t size = near_ + 1;
    constexpr std::size_t width = 256;
    constexpr std::size_t columns = 96;
    Matrix panel;
    std::vector<double> row;
    for (std::size_t start = near_; start < margin_.items.size(); start += width) {
      const std::size_t count = std::min(width, margin_.items.size() - start);
      panel.resize(size, count);
      for (std::size_t c = 0; c < count; ++c) {
        const Index item = margin_.items[start + c];
        write_row(margin_, item, row);
        const double scale = 1 / std::sqrt(share * far[at(item)]);
        double* const column = panel.column(c);
        for (std::size_t i = 0; i < near_; ++i) column[i] = scale * row[at(margin_.items[i])];
        column[near_] = scale * corner_ * margin_.bend(item);
        far_trace_ += linear::dot(column, column, size);
        far_inverse_ += scale * scale;
      }
      for (std::size_t j = 0; j < size; j += columns) {
        if (impatient && impatient()) return false;
        const std::size_t some = std::min(columns, size - j);
        linear::add_product(-1, panel.view().block(j, 0, size - j, count), linear::As::it_is,
                            panel.view().block(j, 0, some, count), linear::As::transposed,
                            base_.view().block(j, j, size - j, some));
      }
    }
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t i = j; i < size; ++i)
        largest_entry_ = std::max(largest_entry_, std::abs(base_(i, j)));
    return true;
  }

  const Margin& margin_;
  std::size_t near_;
  double rank_;
  double smooth_size_;
  double corner_ = 1;
  double far_trace_ = 0;
  double far_inverse_ = 0;
  double largest_entry_ = 0;
  Matrix base_;
  Matrix root_;
};

class MarginBound {
 public:
  MarginBound(const Margin& margin, const MarginEffort& effort) : margin_(margin), effort_(effort) {
    for (const double clear : margin_.clear) free_.push_back(usable(share_of_clear * clear));
  }

  std::optional<Profit> find() {
    constexpr double wide = 0.001;
    constexpr double little = 0.02;
    std::optional<Cut> cut = best_cut(effort_.operations);
    if (!cut || cut->gap > wide) cut = best_cut(effort_.if_wide);
    if (!cut || cut->gap > little) cut = best_cut(effort_.if_it_says_little);
    if (!cut || cut->gap > useless) return without_matrix();
    near_ = cut->near;
    std::vector<double> curvature = raised_to(cut->floor);
    std::optional<double> norm = far_norm(margin_, std::span(margin_.items).subspan(near_),
                                          curvature, cut->rows, effort_.impatient);
    if (!norm) return std::nullopt;
    if (*norm > most_far_norm) {
      for (double& c : curvature) c = usable(c * *norm / most_far_norm + smallest());
      norm = most_far_norm;
    }
    NearMatrix matrix(margin_, near_);
    if (!matrix.build(curvature, 1 - *norm, effort_.impatient)) return std::nullopt;
    const std::optional<double> least = least_curvature(matrix, cut->near_curvature);
    if (!least) return std::nullopt;
    return best_of(*least, curvature);
  }

 private:
  static constexpr double useless = 1;

  double usable(double curvature) const { return rounded(curvature, margin_.ground.strength_bits); }
  double smallest() const { return std::ldexp(1.0, -margin_.ground.strength_bits); }

  // What costs nothing, or more where the floor asks for it.
  std::vector<double> raised_to(double floor) const {
    std::vector<double> curvature = free_;
    for (std::size_t i = 0; i < curvature.size(); ++i)
      curvature[i] = std::max(curvature[i], usable(floor * margin_.noise[i]));
    return curvature;
  }

  // Of those that the operations allow, the one with the least gap, or one with hardly more and the fewest operations.
  std::optional<Cut> best_cut(double operations) const {
    constexpr double growth = 1.15;
    constexpr double hardly = 1.15;
    constexpr double nothing = 1e-5;
    const std::size_t n = margin_.items.size();
    std::vector<Cut> cuts;
    for (std::size_t rows = fewest_rows; rows <= most_rows; rows *= 2)
      for (auto near = static_cast<double>(n <= always_near ? n : fewest_near);; near *= growth) {
        const std::size_t whole = std::min({n, most_near, static_cast<std::size_t>(near)});
        Cut cut{.near = whole, .far = n - whole, .rows = rows};
        if (cut.operations() <= operations && expect(cut)) cuts.push_back(cut);
        if (whole == std::min(n, most_near)) break;
      }
    if (cuts.empty()) return std::nullopt;
    const double least = std::ranges::min(cuts, {}, &Cut::gap).gap;
    std::erase_if(cuts, [&](const Cut& cut) { return cut.gap > hardly * least + nothing; });
    return std::ranges::min(cuts, {}, &Cut::operations);
  }

  // How large the curvatures must be, and what they will cost. False if the far items would bend L too much.
  bool expect(Cut& cut) const {
    constexpr double enough = 0.9;
    constexpr int most_doublings = 60;
    const auto far = std::span(margin_.items).subspan(cut.near);
    Inverses inverses;
    const auto is_enough = [&](double floor) {
      inverses = {};
      double bend = 0;
      for (const Index i : far) {
        const double curvature = std::max(free_[at(i)], floor * margin_.noise[at(i)]);
        if (!(curvature > 0)) return false;
        add(inverses, i, curvature);
        bend += margin_.bend(i) * margin_.bend(i) / curvature;
      }
      const double norm = expected_far_norm(margin_, inverses, cut.rows);
      return norm < enough * most_far_norm && bend < most_far_bend * (1 - norm);
    };
    if (!is_enough(0)) {
      double low = 0;
      double high = std::max(1.0, margin_.spread);
      for (int doublings = 0; !is_enough(high); ++doublings) {
        if (doublings == most_doublings) return false;
        low = high;
        high *= 2;
      }
      while (high - low > 0.02 * high) {
        const double middle = (low + high) / 2;
        (is_enough(middle) ? high : low) = middle;
      }
      cut.floor = high;
      is_enough(high);
    }
    cut.near_curvature =
        expected_curvature(cut.near, inverses, 1 - expected_far_norm(margin_, inverses, cut.rows));
    cut.gap = expected_gap(
        [&](std::size_t place) { return place < cut.near ? cut.near_curvature : cut.floor; });
    return true;
  }
  void add(Inverses& inverses, Index item, double curvature) const {
    const double inverse = margin_.noise[at(item)] * margin_.noise[at(item)] / curvature;
    inverses.sum += inverse;
    inverses.most = std::max(inverses.most, inverse);
  }

  // Where too many items are at the margin: curvatures alike, as large as the norm of all pairs asks for. With D for those to
  // begin with and eta for the norm, t D - E - rho rho' >= (t - eta) D - rho rho', which is >= 0 if rho' D^-1 rho <= t - eta.
  std::optional<Profit> without_matrix() {
    const std::size_t n = margin_.items.size();
    std::size_t rows = std::min(n, most_rows);
    while (rows > least_rows && norm_operations(n, rows) > effort_.if_it_says_little) rows /= 2;
    if (norm_operations(n, rows) > effort_.if_it_says_little) return std::nullopt;
    const double floor = expected_floor(rows);
    if (expected_gap([&](std::size_t) { return floor; }) > useless) return std::nullopt;
    std::vector<double> curvature = raised_to(floor);
    std::vector<Index> order = margin_.items;
    std::ranges::stable_sort(order, {}, [&](Index i) { return curvature[at(i)]; });
    const auto norm = far_norm(margin_, order, curvature, rows, effort_.impatient);
    if (!norm) return std::nullopt;
    double bend = 0;
    for (const Index i : order) bend += margin_.bend(i) * margin_.bend(i) / curvature[at(i)];
    constexpr double safety = 1 + 1e-9;
    for (double& c : curvature) c = usable(safety * (*norm + bend) * c + smallest());
    return bound_with(curvature);
  }
  // The least curvature for which the norm will be about one.
  double expected_floor(std::size_t rows) const {
    double floor = std::max(1.0, margin_.spread);
    for (constexpr double growth = 1.05;; floor *= growth) {
      Inverses inverses;
      for (const Index i : margin_.items)
        add(inverses, i, std::max(free_[at(i)], floor * margin_.noise[at(i)]));
      if (expected_far_norm(margin_, inverses, rows) <= 1) return floor;
    }
  }

  std::vector<double> near_curvature(double least) const {
    std::vector<double> curvature;
    for (std::size_t i = 0; i < near_; ++i) {
      const std::size_t item = at(margin_.items[i]);
      curvature.push_back(std::max(usable(least * margin_.noise[item]), free_[item]));
    }
    return curvature;
  }

  // What noise would need, in units of that of each item: the edge of the spectrum of E among those of the near items that
  // have no more of their own, with what the far ones take, of whose curvatures the share is left.
  double expected_curvature(std::size_t near, const Inverses& far, double share) const {
    const double variance = margin_.spread * margin_.spread;
    const double taken = variance * far.sum / share;
    const double variance_of_taken =
        far.sum > 0 ? taken * taken * static_cast<double>(near) * far.most / far.sum : 0;
    double guess = margin_.spread;
    for (int round = 0; round < 20; ++round) {
      double affected = 0;
      for (std::size_t place = 0; place < near; ++place) {
        const std::size_t item = at(margin_.items[place]);
        const double noise = margin_.noise[item];
        if (free_[item] < 2 * guess * noise) affected += noise * noise;
      }
      guess = taken + 2 * std::sqrt(variance * std::max(1.0, affected) + variance_of_taken);
    }
    return std::max(guess, 1.0);
  }

  // Of the bound to the value, relatively, with these curvatures, in units of the noise, where an item has less of its own.
  template <class Curvature>
  double expected_gap(Curvature curvature_at) const {
    double loss = 0;
    for (std::size_t place = 0; place < margin_.items.size(); ++place) {
      const std::size_t item = at(margin_.items[place]);
      const double curvature = curvature_at(place) * margin_.noise[item];
      const double excess = std::max(0.0, curvature - margin_.clear[item]);
      if (excess > 0) loss += excess * excess / (4 * curvature);
    }
    return loss / static_cast<double>(std::max<Profit>(1, margin_.ground.value));
  }

  // For which the matrix has a factor, not much above the least such one.
  std::optional<double> least_curvature(NearMatrix& matrix, double expected) const {
    constexpr int most_tries = 16;
    constexpr double near_enough = 1.12;
    constexpr double most_step = 4;
    double step = 1.12;
    double low = 0;   // has none
    double high = 0;  // has one
    double next = 1.2 * expected;
    for (int tries = 0; tries < most_tries; ++tries) {
      const Factored factored = matrix.factor(near_curvature(next), effort_.impatient);
      if (factored == Factored::interrupted) return std::nullopt;
      (factored == Factored::whole ? high : low) = next;
      if (high > 0 && (near_ > most_refined || (low > 0 && high < near_enough * low))) break;
      next = high == 0 ? step * low : low == 0 ? high / 1.3 : std::sqrt(low * high);
      step = std::min(step * step, most_step);
    }
    return high > 0 ? std::optional(high) : std::nullopt;
  }

  std::optional<Profit> best_of(double least, std::vector<double> curvature) const {
    std::optional<Profit> best;
    for (const double factor : {1.0, 1.25}) {
      const std::vector<double> near = near_curvature(factor * least);
      for (std::size_t i = 0; i < near_; ++i) curvature[at(margin_.items[i])] = near[i];
      const std::optional<Profit> bound = bound_with(curvature);
      if (bound) best = std::min(*bound, best.value_or(*bound));
      if (near_ > most_refined) break;
    }
    return best;
  }
  std::optional<Profit> bound_with(const std::vector<double>& curvature) const {
    return tangent_bound(margin_, curvature, box_maximum(margin_, curvature, effort_.impatient));
  }

  const Margin& margin_;
  const MarginEffort& effort_;
  std::vector<double> free_;  // curvatures that cost nothing, by item
  std::size_t near_ = 0;
};

}  // namespace

std::optional<Profit> margin_bound(const QkpInstance& instance, BitView reference,
                                   const MarginEffort& effort) {
  const auto n = at(instance.size());
  if (fewest_operations(n) > effort.operations &&
      norm_operations(n, std::min(n, least_rows)) > effort.if_it_says_little)
    return std::nullopt;
  Margin margin = margin_of(instance, reference);
  if (const auto range = useful_range(margin, effort)) tie_mass(margin, *range);
  // Sets with a mass out of range are worth no more than the reference.
  std::optional<Profit> bound = MarginBound(margin, effort).find();
  if (bound) bound = std::max(*bound, margin.ground.value);
  return bound;
}

}  // namespace spinsack::proof
