// SPDX-License-Identifier: Apache-2.0
#include "sampler/weighted_rows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/weighted_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, group_size>;
using Vec = hn::Vec<Doubles>;
constexpr int lanes = static_cast<int>(hn::MaxLanes(Doubles()));

template <class T>
HWY_INLINE Vec load_row(const T* row) {
  const Doubles d;
  if constexpr (std::is_same_v<T, double>)
    return hn::Load(d, row);
  else if constexpr (sizeof(T) == 4)
    return hn::PromoteTo(d, hn::Load(hn::Rebind<T, Doubles>(), row));
  else
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<std::int32_t, Doubles>(),
                                          hn::LoadU(hn::Rebind<T, Doubles>(), row)));
}

template <class T>
void add_weighted(const DenseRows<T>& rows, Index count, const double* x, double* out) {
  const Doubles d;
  for (Index i = 0; i < count; ++i) {
    const T* const row = rows.row_data(i);
    if constexpr (std::is_same_v<T, std::int64_t>) {
      for (Index j = 0; j < count; ++j) out[j] += x[i] * static_cast<double>(row[j]);
    } else {
      const auto weight = hn::Set(d, x[i]);
      for (Index j = 0; j < count; j += lanes)
        hn::Store(hn::Add(hn::Load(d, out + j), hn::Mul(weight, load_row(row + j))), d, out + j);
    }
  }
}

template <class T>
// NOLINTNEXTLINE(readability-non-const-parameter): it is written to
void add_weighted(const SparseRows<T>& rows, Index count, const double* x, double* out) {
  for (Index i = 0; i < count; ++i) {
    const auto columns = rows.columns(i);
    const auto values = rows.values(i);
    for (std::size_t e = 0; e < columns.size(); ++e)
      out[columns[e]] += x[i] * static_cast<double>(values[e]);
  }
}

void weighted_rows_here(const KernelModel& model, const double* x, double* out) {
  AlignedVector<double> sums(model.field_size());
  model.model().objective().pairs.visit(
      [&](const auto& rows) HWY_ATTR { add_weighted(rows, model.rows(), x, sums.data()); });
  for (Index v = 0; v < model.rows(); ++v) out[v] = sums[at(v)];
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

HWY_EXPORT(weighted_rows_here);

void weighted_rows(const KernelModel& model, std::span<const double> x, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(weighted_rows_here)(model, x.data(), out.data());
}

}  // namespace spinsack
#endif
