// SPDX-License-Identifier: Apache-2.0
// What a user of the installed library writes first: load an instance by name, print its size.
#include <spinsack/instance/source.hpp>

#include <iostream>

int main() {
  for (const auto& instance : spinsack::load_instances("medium:100_25_1")) {
    std::cout << instance.size() << '\n';
  }
}
