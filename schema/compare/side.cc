#include "schema/compare/side.h"

#include "schema/compare/object_meta.h"
#include "schema/crd/model/fields.h"

namespace structural::compare {
namespace {

using crd::Structural;
using objects::Checks;

// The checks that a server has made of apiVersion, kind and metadata before it validates the schema.
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
  below.root_metadata = side.root_metadata;
  below.runs_no_rules = side.runs_no_rules || HasNoType(side);
  return below;
}

MemberPlace Unspecified(const SchemaSide& side, Conjuncts conjuncts, bool kept) {
  MemberPlace part{kept, {nullptr, std::move(conjuncts), side.path, side.prunes}};
  part.side.preserved = kept;
  part.side.metadata = side.metadata;
  part.side.root_metadata = side.root_metadata;
  return part;
}

MemberPlace Metadata(const SchemaSide& side, std::string_view key, const kubernetes::FieldPath& place) {
  const Structural* schema = side.schema == nullptr ? nullptr : side.schema->properties.Find(key);
  const Checks& of_metadata = side.root ? ObjectMetaChecks() : kMetadata;
  Conjuncts conjuncts = With(OfProperty(side.conjuncts, key), key == "metadata" ? of_metadata : kText);
  MemberPlace part{true, Below(side, schema, std::move(conjuncts), place)};
  part.side.metadata = true;
  part.side.root_metadata = side.root;
  if (!side.root) part.side.own_field = key == "metadata" ? OwnField::kMetadata : OwnField::kText;
  return part;
}

// Returns a member that is not a property.
MemberPlace Unnamed(const SchemaSide& side, Conjuncts conjuncts, const kubernetes::FieldPath& place) {
  const bool has_additional = side.schema != nullptr && side.schema->additional_properties != nullptr;
  if (!has_additional) return Unspecified(side, std::move(conjuncts), side.Preserves());
  const Structural* additional = crd::AdditionalOf(*side.schema);
  MemberPlace part{true, Below(side, additional, std::move(conjuncts), place), true};
  part.side.metadata = side.metadata;
  return part;
}

}  // namespace

bool SchemaSide::Preserves() const {
  return preserved || metadata || !prunes || (schema != nullptr && schema->extensions->x_preserve_unknown_fields);
}

MemberPlace MemberOf(const SchemaSide& side, std::string_view key, const kubernetes::FieldPath& place) {
  if (side.resource && crd::IsMetaField(key)) return Metadata(side, key, place);
  const Structural* property = side.schema == nullptr ? nullptr : side.schema->properties.Find(key);
  if (property == nullptr) return Unnamed(side, OfProperty(side.conjuncts, key), place);
  MemberPlace part{true, Below(side, property, OfProperty(side.conjuncts, key), place)};
  part.side.metadata = side.metadata;
  part.side.in_status |= side.root && side.has_status && key == "status";
  return part;
}

MemberPlace OtherOf(const SchemaSide& side, const kubernetes::FieldPath& place) {
  return Unnamed(side, OfOtherKeys(side.conjuncts), place);
}

SchemaSide ElementOf(const SchemaSide& side, const kubernetes::FieldPath& place) {
  const Structural* items = side.schema == nullptr ? nullptr : side.schema->items;
  SchemaSide element = Below(side, items, OfItems(side.conjuncts), place);
  element.preserved = side.Preserves();
  element.metadata = side.metadata;
  return element;
}

namespace {

NullHandling FateBySchema(const SchemaSide& member) {
  if (member.schema == nullptr || member.schema->generic.nullable) return NullHandling::kStays;
  if (!member.Default().empty()) return NullHandling::kIsDefaulted;
  return member.prunes ? NullHandling::kIsDropped : NullHandling::kStays;
}

}  // namespace

// Nulls are dropped before a server decodes own fields, and defaulted afterwards.
NullHandling FateOfNull(const SchemaSide& member) {
  const NullHandling fate = FateBySchema(member);
  if (member.own_field == OwnField::kNone || fate == NullHandling::kIsDropped) return fate;
  return member.own_field == OwnField::kText ? NullHandling::kIsRefused : NullHandling::kIsEmptied;
}

}  // namespace structural::compare
