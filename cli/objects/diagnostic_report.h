// DiagnosticReport: what is said of objects, with its places.
#pragma once

#include <string>
#include <string_view>

#include "cli/findings/summary.h"
#include "document/document.h"
#include "document/tree.h"
#include "schema/json/value.h"

namespace structural::cli {

// Lives as long as the call that it is handed to.
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
    kBesideObjects,  // a line each, on standard error: FILE:LINE:COLUMN: TEXT
  };

  explicit DiagnosticReport(Form form) : form_(form) {}

  void Add(const PlacedDiagnostic& diagnostic);

  // What it comes to: the last line, on standard error.
  void End(const findings::Summary& summary, const findings::CountedWords& words) const;

 private:
  const Form form_;
};

// A changed object in the order in which it was written.
// The value as JSON: what stands in the tree comes in its order there, what does not comes behind
// it, by key.
std::string JsonInOrder(const json::Value& value, const document::Tree& tree);

}  // namespace structural::cli
