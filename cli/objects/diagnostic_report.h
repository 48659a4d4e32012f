// DiagnosticReport: prints messages about objects with their places.
#pragma once

#include <string>
#include <string_view>

#include "cli/report/findings/reporter.h"
#include "document/document.h"
#include "document/tree.h"
#include "schema/json/value.h"

namespace structural::cli {

// A message and its place, for one call of DiagnosticReport. The references are valid only during the call.
struct PlacedDiagnostic {
  const std::string& file;
  document::Position at;
  const std::string& text;
};

// Not thread-safe.
class DiagnosticReport {
 public:
  // The destination of the messages. kNone: they are not printed.
  enum class Form {
    kNone,
    kOnStandardError,  // each message on one line of standard error: FILE:LINE:COLUMN: TEXT
  };

  explicit DiagnosticReport(Form form) : form_(form) {}

  void Add(const PlacedDiagnostic& diagnostic);

  // Prints the summary on standard error, unless the form is kNone. Must be called after all messages were added.
  void End(const findings::Summary& summary, const findings::SummaryWords& words) const;

 private:
  const Form form_;
};

// Returns the changed object `value` as JSON. `tree` is the original object: its members keep their order, and new
// members follow, sorted by key.
std::string JsonInOriginalOrder(const json::Value& value, const document::Tree& tree);

}  // namespace structural::cli
