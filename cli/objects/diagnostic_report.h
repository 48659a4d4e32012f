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
  enum class Form {
    kNone,
    kBesideObjects,  // each message on one line of standard error: FILE:LINE:COLUMN: TEXT
  };

  explicit DiagnosticReport(Form form) : form_(form) {}

  void Add(const PlacedDiagnostic& diagnostic);

  // Prints the summary as the last line of standard error.
  void End(const findings::Summary& summary, const findings::SummaryWords& words) const;

 private:
  const Form form_;
};

// Returns a changed object as JSON. Members that are in `tree`, the original object, keep their
// order; new members follow, sorted by key.
std::string JsonInOrder(const json::Value& value, const document::Tree& tree);

}  // namespace structural::cli
