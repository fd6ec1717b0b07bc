// SPDX-License-Identifier: Apache-2.0
// Instances wherever they lie, to be written into one file. They must outlive the list.
#pragma once

#include "instance/qkp.hpp"

#include <cstddef>
#include <vector>

namespace spinsack {

class InstanceList {
 public:
  InstanceList() = default;
  InstanceList(const QkpInstance* first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) add(first[k]);
  }
  InstanceList(const std::vector<QkpInstance>& all)  // not explicit: a vector will do
      : InstanceList(all.data(), all.size()) {}

  void add(const QkpInstance& instance) { instances_.push_back(&instance); }
  std::size_t size() const { return instances_.size(); }
  const QkpInstance& operator[](std::size_t k) const { return *instances_[k]; }

 private:
  std::vector<const QkpInstance*> instances_;
};

}  // namespace spinsack
