// SchemaSide: a place of the old or the new schema during a walk, and the server's handling of a value at the place.
#pragma once

#include <string_view>

#include "schema/compare/conjuncts.h"
#include "schema/crd/model/structural.h"
#include "schema/kubernetes/violation.h"

namespace structural::compare {

inline constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";

// The own fields of an embedded resource. A server decodes its metadata, and refuses an apiVersion or kind that is not
// a string.
enum class OwnField { kNone, kText, kMetadata };

struct SchemaSide {
  const crd::Structural* schema;  // null: the place is not specified
  Conjuncts conjuncts;
  // Path of the schema; without a schema, that of the nearest schema above the place.
  const kubernetes::FieldPath* path;
  bool prunes;  // whether the server prunes the CRD's objects
  // Whether all fields inside the value are kept: by a list around the value, or by its parent if it has no schema.
  bool preserved = false;
  bool resource = false;  // whether the value has apiVersion, kind and metadata
  bool root = false;
  bool has_status = false;     // whether status is a subresource, so that a create drops it after defaulting
  bool drops_status = false;   // whether has_status is true for this schema, but false for the other schema of the walk
  bool metadata = false;       // whether the place is apiVersion, kind, metadata or a part of it, which are not pruned
  bool root_metadata = false;  // whether the place is in metadata of the root, which is not defaulted either
  OwnField own_field = OwnField::kNone;
  bool runs_no_rules = false;  // whether expressions cannot read the value, because a schema around it has no type
  // Whether the place is in the status subresource, whose updates do not check embedded resources.
  bool in_status = false;
  bool in_atomic = false;  // whether server-side apply replaces a value around the place completely

  bool Preserves() const;
  // Returns the default as JSON text; empty: none.
  std::string_view Default() const { return schema == nullptr ? "" : schema->generic.default_value; }
};

// A member or an element of a value. Its path is in the parameter `place` of the functions below, which must outlive
// it.
struct MemberPlace {
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

// The server's handling of a null member.
//
// Upstream: schema/defaulting/prunenulls.go, algorithm.go, schema/objectmeta/coerce.go (v0.37.2).
enum class NullHandling { kStays, kIsDropped, kIsDefaulted, kIsEmptied, kIsRefused };
NullHandling NullHandlingOf(const SchemaSide& member);

}  // namespace structural::compare
