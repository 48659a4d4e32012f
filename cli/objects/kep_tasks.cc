#include <algorithm>

#include "cli/objects/task.h"
#include "schema/base/text.h"
#include "schema/crd/model/fields.h"
#include "schema/json/write.h"
#include "schema/objects/kep/prune.h"
#include "schema/unions/kep/normalize.h"

namespace structural::cli {
namespace {

using json::Member;
using json::Value;

void ReportChange(const unions::kep::Change& change, Diagnostics& diagnostics) {
  const std::string path = unions::kep::PathOf(change.at);
  std::string text = change.now == nullptr ? "cleared" : "set to ";
  if (change.now != nullptr) json::AppendJson(*change.now, text);
  diagnostics.Note(path, path + ": " + text);
}

// Returns the object with only the members that every resource has (apiVersion, kind, metadata), or
// with only the other members.
Value Part(const Value& object, bool of_every_resource, base::Arena& arena) {
  std::vector<Member> members;
  std::ranges::copy_if(object.members(), std::back_inserter(members),
                       [&](const Member& member) { return crd::IsMetaField(member.key) == of_every_resource; });
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

Value Merged(const Value& a, const Value& b, base::Arena& arena) {
  std::vector<Member> members(a.members().begin(), a.members().end());
  members.insert(members.end(), b.members().begin(), b.members().end());
  std::ranges::sort(members, {}, &Member::key);
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace

Diagnostics NormalizeUnions(const UnionUpdate& update, const ResourceSchema& schema, base::Arena& arena) {
  Diagnostics diagnostics;
  if (schema.unions.is_null()) {
    diagnostics.Note("", "notice: this version of the CRD declares no unions");
    return diagnostics;
  }
  unions::kep::Normalize(update.before, update.object, schema.unions, arena);
  for (const auto& change : unions::kep::ChangesBetween(update.sent, update.object)) ReportChange(change, diagnostics);
  for (const auto& [path, fields] : unions::kep::Undecided(update.object, schema.unions)) {
    diagnostics.Fail(
        path, (path.empty() ? "" : path + ": ") + "only one field of a union can be set: " + base::Join(fields, ", "));
  }
  return diagnostics;
}

Diagnostics PruneAsKep(Value& object, const KepSource& source, bool nested, base::Arena& arena) {
  Diagnostics diagnostics;
  const auto asked = objects::kep::IsPruned(source.crd_version, source.prune);
  if (!asked.ok()) diagnostics.Fail("", asked.error().message());
  if (asked.ok() && !*asked) {
    diagnostics.Note("", "nothing is dropped, because the CRD does not set spec.prune");
  }
  if (!asked.ok() || !*asked) return diagnostics;
  const auto nesting = nested ? objects::kep::Nesting::kAllowed : objects::kep::Nesting::kDisallowed;
  Value own = Part(object, false, arena);
  const auto dropped = objects::kep::Prune(own, source.schema, nesting, arena);
  if (!dropped.ok()) {
    diagnostics.Fail("", dropped.error().message());
    return diagnostics;
  }
  object = Merged(Part(object, true, arena), own, arena);
  ReportDropped(*dropped, diagnostics);
  return diagnostics;
}

}  // namespace structural::cli
