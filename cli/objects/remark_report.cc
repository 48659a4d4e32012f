#include "cli/objects/remark_report.h"

#include <iostream>
#include <utility>

#include <nlohmann/json.hpp>

#include "cli/complain.h"
#include "cli/lint/dump_json.h"
#include "schema/base/shown_text.h"

namespace structural::cli {
namespace {

using nlohmann::ordered_json;

std::string Line(const PlacedRemark& remark) {
  return document::PlaceText(remark.file, remark.at) + ": " + remark.text;
}

std::string Entry(const PlacedRemark& remark) {
  return lint::DumpJson({{"severity", remark.error ? "error" : "notice"},
                         {"file", remark.file},
                         {"line", remark.at.line},
                         {"column", remark.at.column},
                         {"path", remark.path == "<nil>" ? "" : remark.path},
                         {"message", remark.text}});
}

constexpr std::string_view kFindings = "{\"findings\": [";

}  // namespace

void RemarkReport::Add(const PlacedRemark& remark) {
  if (form_ == Form::kBesideObjects) Complain(Line(remark));
  if (form_ == Form::kLines) std::cout << base::EscapeUnprintable(Line(remark)) + "\n";
  if (form_ != Form::kJson) return;
  std::cout << (std::exchange(first_, false) ? kFindings : ",") << "\n" << Entry(remark);
}

void RemarkReport::End(const lint::Summary& summary, const lint::CountedWords& words) const {
  if (form_ == Form::kNone) return;
  std::cout.flush();
  if (form_ != Form::kJson) return Complain(lint::Sentence(summary, words));
  std::cout << (first_ ? kFindings : "") << "\n],\n\"summary\": "
            << lint::DumpJson({{"files", summary.files},
                               {"objects", summary.crds},
                               {"others", summary.others},
                               {"unread", summary.unread},
                               {"errors", summary.violations}})
            << "}\n";
}

}  // namespace structural::cli
