// Recover: catches exceptions, as Go's recover() catches panics.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace structural::controller {

// Calls `run`. Returns the message of the exception that `run` throws; nullopt if it throws none. Does not throw.
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
