// SPDX-License-Identifier: Apache-2.0
#include "study/failure_text.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <new>
#include <system_error>

namespace spinsack {

std::string failure_text(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  } catch (const std::system_error& error) {  // of the file system, or of threads
    return error.what();
  } catch (const std::exception& error) {
    return fmt::format("internal error: {}", error.what());
  } catch (...) {
    return "internal error of an unknown kind";
  }
}

}  // namespace spinsack
