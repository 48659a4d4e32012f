// {"old": CRD, "new": CRD} -> {"changes", "complete", "name", "versions"}
#include "cli/batch/batch.h"
#include "cli/batch/change_line.h"
#include "schema/compare/compare.h"
#include "schema/compare/json_form.h"

namespace structural::cli {

base::Result<std::string> BatchDiff(std::string_view text, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->before.empty()) return {base::ErrorCode::kInvalidInput, "no old CRD"};
  auto comparison = compare::Compare(line->before, line->after, arena);
  if (!comparison.ok()) return comparison.error();
  compare::FindWitnesses(line->before, line->after, *comparison, arena);
  json::Writer to;
  to.BeginObject().Key("changes").BeginList();
  for (const compare::Change& change : comparison->changes) {
    to.BeginObject();
    compare::AddMembers(change, to);
    to.EndObject();
  }
  to.EndList().Add("complete", comparison->complete && comparison->searched).Add("name", comparison->name);
  to.Key("versions").BeginList();
  for (const auto& version : comparison->versions) compare::AddVersion(version, to);
  return to.EndList().EndObject().Take();
}

}  // namespace structural::cli
