// SPDX-License-Identifier: Apache-2.0
// What can go wrong at the borders of the library. Inner loops do not throw.
#pragma once

#include <stdexcept>
#include <string>

namespace spinsack {

// Base of everything a user can cause. The message is complete: the program prints it as it is.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A file that does not hold what its format promises: `file:line:column: expected ..., found ...`.
class InputError : public Error {
 public:
  using Error::Error;
};

// Well-formed data that break a rule of the model: names the item and the rule.
class InvalidInstance : public Error {
 public:
  using Error::Error;
};

// A flag, name or value that the user typed: names the range or the nearest known word.
class UsageError : public Error {
 public:
  using Error::Error;
};

// The system refused to read or write.
class FileError : public Error {
 public:
  using Error::Error;
};

}  // namespace spinsack
