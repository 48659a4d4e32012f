// SchemaSide: a place of the old or the new schema during a walk, and how a server handles a value at the place.
#pragma once

#include <string_view>

#include "schema/compare/conjuncts.h"
#include "schema/crd/model/structural.h"
#include "schema/kubernetes/violation.h"

namespace structural::compare {

inline constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";

// The field of an embedded resource that a place is: kText is apiVersion or kind, kMetadata is metadata, and kNone is
// any other place. A server decodes metadata, and refuses an apiVersion or kind that is not a string.
enum class ResourceField { kNone, kText, kMetadata };

struct SchemaSide {
  const crd::Structural* schema;  // null: the place is not specified
  Conjuncts conjuncts;
  // The path of the schema. If the place has no schema, the path of the nearest schema around the place.
  const kubernetes::FieldPath* path;
  bool prunes;  // whether the server prunes the CRD's objects
  // Whether all fields inside the value are kept because of a value around it: a list whose schema preserves unknown
  // fields or, if the place has no schema, its parent.
  bool preserved = false;
  bool is_resource = false;  // whether the value has apiVersion, kind and metadata
  // whether the value is the whole object
  bool is_root = false;
  bool has_status = false;    // whether status is a subresource, which a create drops after defaulting
  bool drops_status = false;  // whether has_status is true for this schema, but false for the other schema of the walk
  bool in_metadata = false;   // whether the place is apiVersion, kind, metadata or a part of it, which are not pruned
  bool in_root_metadata = false;  // whether the place is in metadata of the root, which is not defaulted either
  ResourceField resource_field = ResourceField::kNone;
  bool runs_no_rules = false;  // true: expressions cannot read the value, because a schema around it has no type
  // Whether the place is in the status subresource, where updates of the status do not check embedded resources.
  bool in_status = false;
  bool in_atomic = false;  // whether server-side apply replaces a value around the place as a whole

  bool Preserves() const;
  // Returns the default as JSON text; empty: none.
  std::string_view Default() const { return schema == nullptr ? "" : schema->generic.default_value; }
};

// A member or an element of a value. `side.path` points to the parameter `place` of the functions below, which must
// outlive the result.
struct MemberPlace {
  // whether the server keeps the member
  bool kept = true;
  SchemaSide side;
  bool is_entry = false;  // whether this is a value of additionalProperties, whose default only replaces null

  // Returns the value that a server sets if the member is missing; empty: none.
  std::string_view Default() const { return is_entry ? "" : side.Default(); }
};

// Returns the member with the key.
//
// Upstream: schema/pruning/algorithm.go prune, skipPrune (v0.37.2).
MemberPlace MemberOf(const SchemaSide& side, std::string_view key, const kubernetes::FieldPath& place);
// Returns the member for a key that is not a property.
MemberPlace AdditionalMemberOf(const SchemaSide& side, const kubernetes::FieldPath& place);
SchemaSide ElementOf(const SchemaSide& side, const kubernetes::FieldPath& place);

// The effect of a server on a null member: it stays, is dropped, is replaced by the default, becomes {} (metadata), or
// is refused.
//
// Upstream: schema/defaulting/prunenulls.go, algorithm.go, schema/objectmeta/coerce.go (v0.37.2).
enum class NullHandling { kStays, kIsDropped, kIsDefaulted, kIsEmptied, kIsRefused };
NullHandling NullHandlingOf(const SchemaSide& member);

}  // namespace structural::compare
