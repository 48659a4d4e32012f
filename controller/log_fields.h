// LogFields: what the log records of this thread say beside their message, while it lives.
//
//   const LogFields about({{"crd", name}, {"generation", 3}});
//   LOG(INFO) << "condition written";     condition written crd="a.example.com" generation=3
//
// Whoever writes the log (cli/shared/logging.h) asks for them. Keys are those of
// docs/operations.md.
//
// Upstream: logr WithValues, controller-runtime pkg/log LoggerInto (0.25): there they go along in a
// context, here with the thread.
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
  std::string_view key;                           // static storage
  std::variant<std::string, std::int64_t> value;  // an empty text: the field is left out
};

// Lives in one block of one thread. No record of another thread has its fields.
class LogFields {
 public:
  LogFields(std::initializer_list<LogField> fields);
  ~LogFields();
  LogFields(const LogFields&) = delete;
  LogFields& operator=(const LogFields&) = delete;

  // Those of this thread, outer ones first; of several with one key the innermost.
  static std::vector<LogField> OfThread();

 private:
  const std::size_t outer_;
};

}  // namespace structural::controller
