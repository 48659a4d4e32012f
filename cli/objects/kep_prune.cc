#include "cli/objects/kep_prune.h"

#include <algorithm>
#include <vector>

#include "schema/objects/fields.h"
#include "schema/objects/kep/prune.h"

namespace structural::cli {
namespace {

using json::Member;
using json::Value;

// The members that are, or are not, of every resource.
Value Part(const Value& object, bool of_every_resource, base::Arena& arena) {
  std::vector<Member> members;
  std::ranges::copy_if(object.members(), std::back_inserter(members), [&](const Member& member) {
    return objects::IsMetaField(member.key) == of_every_resource;
  });
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

Value Merged(const Value& a, const Value& b, base::Arena& arena) {
  std::vector<Member> members(a.members().begin(), a.members().end());
  members.insert(members.end(), b.members().begin(), b.members().end());
  std::ranges::sort(members, {}, &Member::key);
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace

Diagnostics PruneAsKep(Value& object, const KepSource& source, bool nested, base::Arena& arena) {
  Diagnostics diagnostics;
  const auto asked = objects::kep::IsPruned(source.crd_version, source.prune);
  if (!asked.ok()) diagnostics.Fail("", asked.error().message());
  if (asked.ok() && !*asked) {
    diagnostics.Note("", "nothing is dropped, because the CRD does not set spec.prune");
  }
  if (!asked.ok() || !*asked) return diagnostics;
  const auto nesting =
      nested ? objects::kep::Nesting::kAllowed : objects::kep::Nesting::kDisallowed;
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
