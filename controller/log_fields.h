// LogFields: adds fields to the log records of this thread while it exists.
//
//   const LogFields about({{"crd", name}, {"generation", 3}});
//   LOG(INFO) << "condition written";     condition written crd="a.example.com" generation=3
//
// The code that writes the log (cli/shared/logging.h) reads the fields. docs/operations.md lists their keys.
//
// Upstream: logr WithValues, controller-runtime pkg/log LoggerInto (0.25). Upstream, the fields belong to a context;
// here they belong to the thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace structural::controller {

struct LogField {
  std::string_view key;                           // must have static storage duration
  std::variant<std::string, std::int64_t> value;  // an empty text omits the field
};

// Must be created and destroyed in one block of one thread. Log records of other threads do not get the fields.
class LogFields {
 public:
  LogFields(std::initializer_list<LogField> fields);
  ~LogFields();
  LogFields(const LogFields&) = delete;
  LogFields& operator=(const LogFields&) = delete;

  // Returns the fields of this thread, outer ones first. An inner field replaces an outer one with
  // the same key.
  static std::vector<LogField> OfThread();

 private:
  const std::size_t outer_;
};

}  // namespace structural::controller
