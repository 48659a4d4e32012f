#include "cli/objects/task.h"

#include <algorithm>
#include <iterator>

#include "schema/base/output_budget.h"
#include "schema/base/text.h"
#include "schema/crd/model/structural.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/kep/prune.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/unions/kep/normalize.h"

namespace structural::cli {
namespace {

const kubernetes::ObjectPath kRoot;

// Prunes the object, and reads its metadata as ObjectMeta. Adds the paths of dropped fields to `dropped`. If the
// metadata cannot be read, adds an error and returns false: a server then does not process the object further.
bool Prune(json::Value& object, const ResourceSchema& schema, bool drop_nulls, base::Arena& arena,
           std::vector<std::string>& dropped, Diagnostics& diagnostics) {
  if (!schema.preserve_unknown_fields) {
    objects::Prune(object, schema.structural, true, &dropped);
    if (drop_nulls) objects::PruneNulls(object, schema.structural);
  }
  auto coerced =
      objects::CoerceObjectMeta(kRoot, object, schema.structural, true, objects::MalformedMetadata::kIsAnError, arena);
  if (coerced.error) {
    diagnostics.Fail(coerced.error->field, coerced.error->Text());
    return false;
  }
  std::ranges::move(coerced.unknown, std::back_inserter(dropped));
  return true;
}

}  // namespace

void ReportDropped(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
  for (const std::string& path : paths) {
    if (path == base::kTruncated) {
      diagnostics.Note("", path);
    } else {
      diagnostics.Note(path, path + ": not specified, dropped");
    }
  }
}

Diagnostics ApplyTask(ObjectsTask task, json::Value& object, const ResourceSchema& schema, base::Arena& arena) {
  Diagnostics diagnostics;
  std::vector<std::string> dropped;
  const bool prune_only = task == ObjectsTask::kPrune;
  if (!Prune(object, schema, !prune_only, arena, dropped, diagnostics)) return diagnostics;
  ReportDropped(dropped, diagnostics);
  if (prune_only) return diagnostics;
  if (!schema.preserve_unknown_fields) {  // a CRD that preserves unknown fields has no defaults
    const auto done = objects::Default(object, schema.structural, arena);
    if (!done.ok()) diagnostics.Fail("", done.error().message());
  }
  return diagnostics;
}

namespace {

using json::Member;
using json::Value;

void ReportChange(const unions::kep::Change& change, Diagnostics& diagnostics) {
  const std::string path = unions::kep::PathOf(change.at);
  std::string text = change.now == nullptr ? "cleared" : "set to ";
  if (change.now != nullptr) json::AppendJson(*change.now, text);
  diagnostics.Note(path, path + ": " + text);
}

// Returns an object with some members of `object`: apiVersion, kind and metadata if `of_every_resource` is true,
// otherwise all other members.
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
  for (const auto& [path, fields] : unions::kep::FindUndecidedUnions(update.object, schema.unions)) {
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
