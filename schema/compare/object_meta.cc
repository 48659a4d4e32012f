#include "schema/compare/object_meta.h"

#include <vector>

#include "schema/base/arena.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/format.h"

namespace structural::compare {
namespace {

using kubernetes::Kind;
using kubernetes::Type;
using objects::Checks;

// Returns the JSON type; empty: any type.
std::string_view JsonType(Kind kind) {
  switch (kind) {
    case Kind::kString:
    case Kind::kBytes:
    case Kind::kTime: return "string";
    case Kind::kBool: return "boolean";
    case Kind::kInt32:
    case Kind::kInt64: return "integer";
    case Kind::kDouble: return "number";
    case Kind::kList: return "array";
    case Kind::kMap:
    case Kind::kStruct: return "object";
    default: return "";
  }
}

// The format is separate from the type, because a string with a known format may be a list.
const Checks* TimeFormat(base::Arena& arena) {
  auto* checks = arena.New<Checks>();
  checks->format = "date-time";
  checks->known_format = kubernetes::FindFormat(checks->format);
  return checks;
}

const Checks* ChecksOf(const Type& type, base::Arena& arena) {
  if (type.kind == Kind::kPointer) return ChecksOf(*type.element, arena);
  auto* checks = arena.New<Checks>();
  checks->types[0] = JsonType(type.kind);
  checks->type_count = checks->types[0].empty() ? 0 : 1;
  if (type.kind == Kind::kTime) {
    const Checks* const format[] = {TimeFormat(arena)};
    checks->all_of = arena.Copy(std::span<const Checks* const>(format));
  }
  if (type.kind == Kind::kList) checks->items = ChecksOf(*type.element, arena);
  if (type.kind == Kind::kMap) checks->additional = ChecksOf(*type.element, arena);
  if (type.kind != Kind::kStruct) return checks;
  std::vector<objects::FieldChecks> fields;
  std::vector<std::string_view> always;
  for (const kubernetes::Field& each : type.fields) {
    fields.push_back({each.name, ChecksOf(*each.type, arena)});
    if (!each.omit_empty) always.push_back(each.name);
  }
  checks->properties = arena.Copy(std::span<const objects::FieldChecks>(fields));
  checks->required = arena.Copy(std::span<const std::string_view>(always));
  checks->forbids_additional = true;
  return checks;
}

}  // namespace

const Checks& ObjectMetaChecks() {
  static base::Arena arena;
  static const Checks* const checks = ChecksOf(kubernetes::kObjectMeta, arena);
  return *checks;
}

}  // namespace structural::compare
