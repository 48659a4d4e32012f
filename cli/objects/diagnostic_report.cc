#include "cli/objects/diagnostic_report.h"

#include <iostream>
#include <utility>

#include <nlohmann/json.hpp>

#include "cli/shared/dump_json.h"
#include "cli/shared/print_error.h"
#include "schema/base/shown_text.h"

namespace structural::cli {
namespace {

using nlohmann::ordered_json;

std::string Line(const PlacedDiagnostic& diagnostic) {
  return document::PlaceText(diagnostic.file, diagnostic.at) + ": " + diagnostic.text;
}

std::string Entry(const PlacedDiagnostic& diagnostic) {
  return lint::DumpJson({{"severity", diagnostic.error ? "error" : "notice"},
                         {"file", diagnostic.file},
                         {"line", diagnostic.at.line},
                         {"column", diagnostic.at.column},
                         {"path", diagnostic.path == "<nil>" ? "" : diagnostic.path},
                         {"message", diagnostic.text}});
}

constexpr std::string_view kFindings = "{\"findings\": [";

}  // namespace

void DiagnosticReport::Add(const PlacedDiagnostic& diagnostic) {
  if (form_ == Form::kBesideObjects) PrintError(Line(diagnostic));
  if (form_ == Form::kLines) std::cout << base::EscapeUnprintable(Line(diagnostic)) + "\n";
  if (form_ != Form::kJson) return;
  std::cout << (std::exchange(first_, false) ? kFindings : ",") << "\n" << Entry(diagnostic);
}

void DiagnosticReport::End(const lint::Summary& summary, const lint::CountedWords& words) const {
  if (form_ == Form::kNone) return;
  std::cout.flush();
  if (form_ != Form::kJson) return PrintError(lint::Sentence(summary, words));
  std::cout << (first_ ? kFindings : "") << "\n],\n\"summary\": "
            << lint::DumpJson({{"files", summary.files},
                               {"objects", summary.crds},
                               {"others", summary.others},
                               {"unread", summary.unread},
                               {"errors", summary.violations}})
            << "}\n";
}

}  // namespace structural::cli
