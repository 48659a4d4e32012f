#include "schema/compare/side.h"

#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/format.h"
#include "schema/objects/validate.h"

namespace structural::compare {
namespace {

// The checks that a server makes of an object's metadata when it decodes the object, before validation.

using kubernetes::Kind;
using kubernetes::Type;
using objects::Checks;

// Returns the JSON type of values of a Go type; empty if any type is allowed.
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

// Returns checks of the format of times. The type is checked separately, because checks with a type and a known format
// also accept lists.
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
  if (type.kind == Kind::kMap) checks->additional_properties = ChecksOf(*type.element, arena);
  if (type.kind != Kind::kStruct) return checks;
  std::vector<objects::FieldChecks> fields;
  std::vector<std::string_view> always;
  for (const kubernetes::Field& each : type.fields) {
    fields.push_back({each.name, ChecksOf(*each.type, arena)});
    if (!each.omit_empty) always.push_back(each.name);
  }
  checks->properties = arena.Copy(std::span<const objects::FieldChecks>(fields));
  checks->required = arena.Copy(std::span<const std::string_view>(always));
  checks->forbids_additional_properties = true;
  return checks;
}

// Returns the checks of ObjectMeta as Go encodes it. Static storage.
const Checks& ObjectMetaChecks() {
  static base::Arena arena;
  static const Checks* const checks = ChecksOf(kubernetes::kObjectMeta, arena);
  return *checks;
}

using crd::Structural;

// The checks that a server makes of apiVersion and kind (kText) and of metadata (kMetadata) when it decodes an object.
constexpr Checks kText = [] {
  Checks checks;
  checks.types[0] = "string";
  checks.type_count = 1;
  return checks;
}();

constexpr Checks kMetadata = [] {
  Checks checks;
  checks.types[0] = "object";
  checks.type_count = 1;
  return checks;
}();

// Upstream: schema/cel/model/schemas.go SchemaDeclType (v0.37.2).
bool HasNoType(const SchemaSide& side) {
  return side.schema != nullptr && side.schema->generic.type.empty() && !side.schema->extensions->x_int_or_string;
}

SchemaSide Below(const SchemaSide& side, const Structural* schema, Conjuncts conjuncts,
                 const kubernetes::FieldPath& place) {
  const auto* path = schema == nullptr ? side.path : &place;
  SchemaSide below{schema, std::move(conjuncts), path, side.prunes, false, crd::IsResource(schema, false)};
  below.in_status = side.in_status;
  below.in_root_metadata = side.in_root_metadata;
  below.runs_no_rules = side.runs_no_rules || HasNoType(side);
  return below;
}

// Whether server-side apply replaces the list as a whole, or each of its items as a whole.
bool HasAtomicItems(const SchemaSide& side) {
  return side.in_atomic || side.schema == nullptr || side.schema->extensions->x_list_type != "map";
}

bool HasAtomicMembers(const SchemaSide& side) {
  return side.in_atomic || (side.schema != nullptr && side.schema->extensions->x_map_type == "atomic");
}

MemberPlace Unspecified(const SchemaSide& side, Conjuncts conjuncts, bool kept) {
  MemberPlace part{kept, {nullptr, std::move(conjuncts), side.path, side.prunes}};
  part.side.preserved = kept;
  part.side.in_metadata = side.in_metadata;
  part.side.in_root_metadata = side.in_root_metadata;
  part.side.in_atomic = HasAtomicMembers(side);
  return part;
}

MemberPlace Metadata(const SchemaSide& side, std::string_view key, const kubernetes::FieldPath& place) {
  const Structural* schema = side.schema == nullptr ? nullptr : side.schema->properties.Find(key);
  const Checks& of_metadata = side.is_root ? ObjectMetaChecks() : kMetadata;
  Conjuncts conjuncts = WithCheck(ConjunctsOfProperty(side.conjuncts, key), key == "metadata" ? of_metadata : kText);
  MemberPlace part{true, Below(side, schema, std::move(conjuncts), place)};
  part.side.in_metadata = true;
  part.side.in_root_metadata = side.is_root;
  if (!side.is_root) part.side.resource_field = key == "metadata" ? ResourceField::kMetadata : ResourceField::kText;
  return part;
}

// Returns the member for a key that is not a property of the schema.
MemberPlace Unnamed(const SchemaSide& side, Conjuncts conjuncts, const kubernetes::FieldPath& place) {
  const bool has_additional = side.schema != nullptr && side.schema->additional_properties != nullptr;
  if (!has_additional) return Unspecified(side, std::move(conjuncts), side.Preserves());
  const Structural* additional = crd::AdditionalPropertiesOf(*side.schema);
  MemberPlace part{true, Below(side, additional, std::move(conjuncts), place), true};
  part.side.in_metadata = side.in_metadata;
  part.side.in_atomic = HasAtomicMembers(side);
  return part;
}

}  // namespace

bool SchemaSide::Preserves() const {
  return preserved || in_metadata || !prunes || (schema != nullptr && schema->extensions->x_preserve_unknown_fields);
}

MemberPlace MemberOf(const SchemaSide& side, std::string_view key, const kubernetes::FieldPath& place) {
  if (side.is_resource && crd::IsMetaField(key)) return Metadata(side, key, place);
  const Structural* property = side.schema == nullptr ? nullptr : side.schema->properties.Find(key);
  if (property == nullptr) return Unnamed(side, ConjunctsOfProperty(side.conjuncts, key), place);
  MemberPlace part{true, Below(side, property, ConjunctsOfProperty(side.conjuncts, key), place)};
  part.side.in_metadata = side.in_metadata;
  part.side.in_status |= side.is_root && side.has_status && key == "status";
  part.side.in_atomic = HasAtomicMembers(side);
  return part;
}

MemberPlace AdditionalMemberOf(const SchemaSide& side, const kubernetes::FieldPath& place) {
  return Unnamed(side, ConjunctsOfOtherKeys(side.conjuncts), place);
}

SchemaSide ElementOf(const SchemaSide& side, const kubernetes::FieldPath& place) {
  const Structural* items = side.schema == nullptr ? nullptr : side.schema->items;
  SchemaSide element = Below(side, items, ConjunctsOfItems(side.conjuncts), place);
  element.preserved = side.Preserves();
  element.in_metadata = side.in_metadata;
  element.in_atomic = HasAtomicItems(side);
  return element;
}

namespace {

NullHandling NullHandlingBySchema(const SchemaSide& member) {
  if (member.schema == nullptr || member.schema->generic.nullable) return NullHandling::kStays;
  if (!member.Default().empty()) return NullHandling::kIsDefaulted;
  return member.prunes ? NullHandling::kIsDropped : NullHandling::kStays;
}

}  // namespace

// Returns the effect of a server on a null at the place. A server first drops nulls, then decodes apiVersion, kind and
// metadata, and sets defaults last. Therefore a default never replaces a null in these three fields.
NullHandling NullHandlingOf(const SchemaSide& member) {
  const NullHandling handling = NullHandlingBySchema(member);
  if (member.resource_field == ResourceField::kNone || handling == NullHandling::kIsDropped) return handling;
  return member.resource_field == ResourceField::kText ? NullHandling::kIsRefused : NullHandling::kIsEmptied;
}

}  // namespace structural::compare
