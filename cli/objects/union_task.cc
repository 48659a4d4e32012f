#include "cli/objects/union_task.h"

#include "schema/json/write.h"
#include "schema/unions/kep/changes.h"
#include "schema/unions/kep/normalize.h"
#include "schema/unions/kep/undecided.h"

namespace structural::cli {
namespace {

void ReportChange(const unions::kep::Change& change, Diagnostics& diagnostics) {
  const std::string path = unions::kep::PathOf(change.at);
  std::string text = change.now == nullptr ? "cleared" : "set to ";
  if (change.now != nullptr) json::AppendJson(*change.now, text);
  diagnostics.Note(path, path + ": " + text);
}

std::string Listed(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& field : fields) text += (text.empty() ? "" : ", ") + field;
  return text;
}

}  // namespace

Diagnostics NormalizeUnions(const UnionUpdate& update, const ResourceSchema& schema,
                            base::Arena& arena) {
  Diagnostics diagnostics;
  if (schema.unions.is_null()) {
    diagnostics.Note("", "notice: this version of the CRD declares no unions");
    return diagnostics;
  }
  unions::kep::Normalize(update.before, update.object, schema.unions, arena);
  for (const auto& change : unions::kep::ChangesBetween(update.sent, update.object))
    ReportChange(change, diagnostics);
  for (const auto& [path, fields] : unions::kep::Undecided(update.object, schema.unions)) {
    diagnostics.Fail(path, (path.empty() ? "" : path + ": ") +
                               "only one field of a union can be set: " + Listed(fields));
  }
  return diagnostics;
}

}  // namespace structural::cli
