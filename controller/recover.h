// Recover: catches an exception, as Go's recover() catches a panic.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace structural::controller {

// Calls `run`. Returns the message of its exception, or nullopt. Does not throw.
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
