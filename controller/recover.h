// Recover: ends an exception, as Go's recover() ends a panic.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace structural::controller {

// What `run` threw, in words; nullopt: nothing. No exception leaves it.
std::optional<std::string> Recover(const auto& run) {
  try {
    run();
    return std::nullopt;
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "an exception of an unknown type";
  }
}

}  // namespace structural::controller
