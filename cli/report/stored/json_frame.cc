#include "cli/report/stored/json_frame.h"

#include <utility>

namespace structural::cli {

std::string JsonFrame::Kind(const StoredKind& kind) {
  object_separator_ = "\n";
  std::string text = std::exchange(kind_separator_, ",\n");
  json::Writer to(text);
  to.BeginObject().Add("crd", kind.crd).Add("kind", kind.kind).Add("version", kind.version);
  if (!summary_only_) to.Key("objects").BeginList();
  return text;
}

std::string JsonFrame::Object(const StoredName& name, const StoredOutcome& outcome) {
  if (summary_only_ || !IsListed(outcome)) return {};
  std::string text = std::exchange(object_separator_, ",\n");
  json::Writer to(text);
  to.BeginObject();
  if (!name.space.empty()) to.Add("namespace", name.space);
  to.Add("name", name.name);
  AddOutcome(outcome, to);
  to.EndObject();
  return text;
}

std::string JsonFrame::EndKind(const KindEnd& end) {
  std::string text = summary_only_ ? "," : "],";
  json::Writer to(text);
  to.Add("read", end.counts.objects);
  AddCounts(end.counts, to);
  if (!end.notes.empty()) to.Add("notes", end.notes);
  if (!end.failure.empty()) to.Add("error", end.failure);
  to.EndObject();
  return text;
}

std::string JsonFrame::End(const StoredSummary& summary) {
  std::string text = "\n],\n\"summary\": ";
  json::Writer to(text);
  to.BeginObject().Add("kinds", summary.kinds).Add("unread", summary.unread);
  to.Add("objects", summary.objects);
  AddTotals(summary, to);
  to.EndObject();
  return text + "}\n";
}

}  // namespace structural::cli
