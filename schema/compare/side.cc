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
bool HasNoType(const Side& side) {
  return side.schema != nullptr && side.schema->generic.type.empty() && !side.schema->extensions->x_int_or_string;
}

Side Below(const Side& side, const Structural* schema, Conjuncts conjuncts,
           const kubernetes::FieldPath& place) {
  const auto* path = schema == nullptr ? side.path : &place;
  Side below{schema, std::move(conjuncts), path, side.prunes, false, crd::IsResource(schema, false)};
  below.in_status = side.in_status;
  below.root_metadata = side.root_metadata;
  below.runs_no_rules = side.runs_no_rules || HasNoType(side);
  return below;
}

Part Unspecified(const Side& side, Conjuncts conjuncts, bool kept) {
  Part part{kept, {nullptr, std::move(conjuncts), side.path, side.prunes}};
  part.side.preserved = kept;
  part.side.metadata = side.metadata;
  part.side.root_metadata = side.root_metadata;
  return part;
}

Part Metadata(const Side& side, std::string_view key, const kubernetes::FieldPath& place) {
  const Structural* schema = side.schema == nullptr ? nullptr : side.schema->properties.Find(key);
  const Checks& of_metadata = side.root ? ObjectMetaChecks() : kMetadata;
  Conjuncts conjuncts = With(OfProperty(side.conjuncts, key), key == "metadata" ? of_metadata : kText);
  Part part{true, Below(side, schema, std::move(conjuncts), place)};
  part.side.metadata = true;
  part.side.root_metadata = side.root;
  if (!side.root) part.side.own_field = key == "metadata" ? OwnField::kMetadata : OwnField::kText;
  return part;
}

// Returns a member that is not a property.
Part Unnamed(const Side& side, Conjuncts conjuncts, const kubernetes::FieldPath& place) {
  const bool has_additional = side.schema != nullptr && side.schema->additional_properties != nullptr;
  if (!has_additional) return Unspecified(side, std::move(conjuncts), side.Preserves());
  const Structural* additional = crd::AdditionalOf(*side.schema);
  Part part{true, Below(side, additional, std::move(conjuncts), place), true};
  part.side.metadata = side.metadata;
  return part;
}

}  // namespace

bool Side::Preserves() const {
  return preserved || metadata || !prunes ||
         (schema != nullptr && schema->extensions->x_preserve_unknown_fields);
}

Part MemberOf(const Side& side, std::string_view key, const kubernetes::FieldPath& place) {
  if (side.resource && crd::IsMetaField(key)) return Metadata(side, key, place);
  const Structural* property = side.schema == nullptr ? nullptr : side.schema->properties.Find(key);
  if (property == nullptr) return Unnamed(side, OfProperty(side.conjuncts, key), place);
  Part part{true, Below(side, property, OfProperty(side.conjuncts, key), place)};
  part.side.metadata = side.metadata;
  part.side.in_status |= side.root && side.has_status && key == "status";
  return part;
}

Part OtherOf(const Side& side, const kubernetes::FieldPath& place) {
  return Unnamed(side, OfOtherKeys(side.conjuncts), place);
}

Side ElementOf(const Side& side, const kubernetes::FieldPath& place) {
  const Structural* items = side.schema == nullptr ? nullptr : side.schema->items;
  Side element = Below(side, items, OfItems(side.conjuncts), place);
  element.preserved = side.Preserves();
  element.metadata = side.metadata;
  return element;
}

namespace {

NullFate FateBySchema(const Side& member) {
  if (member.schema == nullptr || member.schema->generic.nullable) return NullFate::kStays;
  if (!member.Default().empty()) return NullFate::kIsDefaulted;
  return member.prunes ? NullFate::kIsDropped : NullFate::kStays;
}

}  // namespace

// Nulls are dropped before a server decodes own fields, and defaulted afterwards.
NullFate FateOfNull(const Side& member) {
  const NullFate fate = FateBySchema(member);
  if (member.own_field == OwnField::kNone || fate == NullFate::kIsDropped) return fate;
  return member.own_field == OwnField::kText ? NullFate::kIsRefused : NullFate::kIsEmptied;
}

}  // namespace structural::compare
