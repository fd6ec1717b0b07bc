// SPDX-License-Identifier: Apache-2.0
#include "bound/split_rows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bound/split_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, column_group>;
using Doubles = hn::CappedTag<double, column_group>;

// One number per place of a group; place by place the same whatever the width of a vector.
template <class D>
class GroupSum {
 public:
  static constexpr std::size_t vectors = column_group / hn::MaxLanes(D());

  GroupSum() {
    for (auto& s : sum_) s = hn::Zero(D());
  }
  HWY_INLINE void add(std::size_t v, hn::Vec<D> term) { sum_[v] = hn::Add(sum_[v], term); }
  HWY_INLINE double total() const {
    HWY_ALIGN hn::TFromD<D> place[column_group];
    for (std::size_t v = 0; v < vectors; ++v)
      hn::Store(sum_[v], D(), place + v * hn::MaxLanes(D()));
    double total = 0;
    for (const auto p : place) total += static_cast<double>(p);
    return total;
  }

 private:
  hn::Vec<D> sum_[vectors];
};

template <class D>
HWY_INLINE hn::Vec<D> load_profits(D d, const hn::TFromD<D>* profit) {
  return hn::Load(d, profit);
}
template <class D>
HWY_INLINE hn::Vec<D> load_profits(D d, const std::uint8_t* profit) {
  const hn::Rebind<std::int32_t, D> integers;
  const auto p = hn::PromoteTo(integers, hn::LoadU(hn::Rebind<std::uint8_t, D>(), profit));
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(std::int32_t))
    return hn::ConvertTo(d, p);
  else
    return hn::PromoteTo(d, p);
}

template <class D>
HWY_INLINE hn::Vec<D> clip(hn::Vec<D> x, hn::Vec<D> top) {
  return hn::Min(hn::Max(x, hn::Zero(D())), top);
}

template <class T>
HWY_INLINE RowSums sums_of_row(const T* HWY_RESTRICT profit, const ColumnView<float>& columns,
                               const RowItem<float>& item, float room, const Smoothing& smoothing) {
  const Floats d;
  const auto one = hn::Set(d, 1.0F);
  const auto half = hn::Set(d, 0.5F);
  const auto own_weight = hn::Set(d, item.weight);
  const auto own_price = hn::Set(d, item.price);
  const auto own_potential = hn::Set(d, item.potential);
  const auto most = hn::Set(d, room);
  const auto steepness = hn::Set(d, smoothing.steepness);
  const auto per_width = hn::Set(d, 1.0F / smoothing.width);
  GroupSum<Floats> share;
  GroupSum<Floats> mobile;
  GroupSum<Floats> load;
  GroupSum<Floats> stiffness;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  for (std::size_t group = 0; group < columns.length; group += column_group)
    for (std::size_t v = 0; v < column_group / lanes; ++v) {
      const std::size_t j = group + v * lanes;
      const auto weight = hn::Load(d, columns.weight + j);
      const auto price = hn::Load(d, columns.price + j);
      const auto potential = hn::Load(d, columns.potential + j);
      const auto p = hn::IfThenElseZero(hn::Le(weight, most), load_profits(d, profit + j));

      const auto priced = hn::Add(hn::Mul(own_price, weight), hn::Mul(price, own_weight));
      const auto s = hn::Max(hn::Sub(p, priced), hn::Zero(d));
      const auto slope = hn::Mul(hn::Sub(potential, own_potential), steepness);
      const auto f = clip<Floats>(hn::Add(half, slope), one);
      share.add(v, hn::Mul(s, f));
      mobile.add(v, hn::IfThenElseZero(hn::Lt(hn::Abs(slope), half), s));

      const auto raw = hn::Mul(s, per_width);
      const auto both = hn::Mul(hn::Min(potential, own_potential), weight);
      load.add(v, hn::Mul(hn::Min(raw, one), both));
      const auto moving = hn::And(hn::Gt(s, hn::Zero(d)), hn::Lt(raw, one));
      stiffness.add(v, hn::IfThenElseZero(moving, hn::Mul(both, weight)));
    }
  return {share.total(), mobile.total(), load.total(),
          stiffness.total() / static_cast<double>(smoothing.width)};
}

RowSums sums_of_bytes(const std::uint8_t* profit, const ColumnView<float>& columns,
                      const RowItem<float>& item, float room, const Smoothing& smoothing) {
  return sums_of_row(profit, columns, item, room, smoothing);
}
RowSums sums_of_floats(const float* profit, const ColumnView<float>& columns,
                       const RowItem<float>& item, float room, const Smoothing& smoothing) {
  return sums_of_row(profit, columns, item, room, smoothing);
}

template <class T>
HWY_INLINE double exact_share_of(const T* HWY_RESTRICT profit, const ColumnView<double>& columns,
                                 const RowItem<double>& item, double room, double scale) {
  constexpr double whole = 1 << share_bits;
  const Doubles d;
  const auto top = hn::Set(d, whole);
  const auto half = hn::Set(d, whole / 2);
  const auto most = hn::Set(d, room);
  const auto scale_all = hn::Set(d, scale);
  const auto per_whole = hn::Set(d, 1 / whole);
  const auto own_weight = hn::Set(d, item.weight);
  const auto own_price = hn::Set(d, item.price);
  const auto own_potential = hn::Set(d, item.potential);
  GroupSum<Doubles> share;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  for (std::size_t group = 0; group < columns.length; group += column_group)
    for (std::size_t v = 0; v < column_group / lanes; ++v) {
      const std::size_t j = group + v * lanes;
      const auto weight = hn::Load(d, columns.weight + j);
      const auto p =
          hn::IfThenElseZero(hn::Le(weight, most), hn::Mul(scale_all, load_profits(d, profit + j)));
      const auto priced =
          hn::Add(hn::Mul(own_price, weight), hn::Mul(hn::Load(d, columns.price + j), own_weight));
      const auto s = hn::Max(hn::Sub(p, priced), hn::Zero(d));
      const auto slope = hn::Sub(hn::Load(d, columns.potential + j), own_potential);
      const auto f = clip<Doubles>(hn::Add(half, slope), top);
      share.add(v, hn::Ceil(hn::Mul(hn::Mul(s, f), per_whole)));
    }
  return share.total();
}

double exact_share_of_bytes(const std::uint8_t* profit, const ColumnView<double>& columns,
                            const RowItem<double>& item, double room, double scale) {
  return exact_share_of(profit, columns, item, room, scale);
}
double exact_share_of_doubles(const double* profit, const ColumnView<double>& columns,
                              const RowItem<double>& item, double room, double scale) {
  return exact_share_of(profit, columns, item, room, scale);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

HWY_EXPORT(sums_of_bytes);
HWY_EXPORT(sums_of_floats);
HWY_EXPORT(exact_share_of_bytes);
HWY_EXPORT(exact_share_of_doubles);

RowSums row_sums(const std::uint8_t* profit, const ColumnView<float>& columns,
                 const RowItem<float>& item, float room, const Smoothing& smoothing) {
  return HWY_DYNAMIC_DISPATCH(sums_of_bytes)(profit, columns, item, room, smoothing);
}
RowSums row_sums(const float* profit, const ColumnView<float>& columns, const RowItem<float>& item,
                 float room, const Smoothing& smoothing) {
  return HWY_DYNAMIC_DISPATCH(sums_of_floats)(profit, columns, item, room, smoothing);
}
double exact_share(const std::uint8_t* profit, const ColumnView<double>& columns,
                   const RowItem<double>& item, double room, double scale) {
  return HWY_DYNAMIC_DISPATCH(exact_share_of_bytes)(profit, columns, item, room, scale);
}
double exact_share(const double* profit, const ColumnView<double>& columns,
                   const RowItem<double>& item, double room, double scale) {
  return HWY_DYNAMIC_DISPATCH(exact_share_of_doubles)(profit, columns, item, room, scale);
}

}  // namespace spinsack
#endif
