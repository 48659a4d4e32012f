// Side: a place of one schema on a walk, with the server's handling of a value there.
#pragma once

#include <string_view>

#include "schema/compare/conjuncts.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::compare {

inline constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";

// The own fields of an embedded resource. A server decodes its metadata, and refuses an apiVersion or kind that is not
// a string.
enum class OwnField { kNone, kText, kMetadata };

struct Side {
  const model::Structural* schema;      // null: the place is not specified
  Conjuncts conjuncts;
  const kubernetes::FieldPath* path;    // path of the schema, or of the last one above
  bool prunes;                          // whether the server prunes the CRD's objects
  bool preserved = false;   // all fields inside are kept: by a list around it, or by its parent if it has no schema
  bool resource = false;    // it has apiVersion, kind and metadata
  bool root = false;
  bool has_status = false;    // status is a subresource: a create drops it after defaulting
  bool drops_status = false;  // has_status, unlike the other side
  bool metadata = false;    // apiVersion, kind, metadata or a part of it: not pruned
  bool root_metadata = false;  // metadata of the root: not defaulted either
  OwnField own_field = OwnField::kNone;
  bool runs_no_rules = false;  // expressions cannot read it, because a schema around it has no type
  bool in_status = false;   // in the status subresource: its updates do not check embedded resources

  bool Preserves() const;
  // Returns the default as JSON text; empty: none.
  std::string_view Default() const { return schema == nullptr ? "" : schema->generic.default_value; }
};

// A member or an element of a value. Its path is in the parameter `place` of the functions below, which must outlive
// it.
struct Part {
  bool kept = true;
  Side side;
  bool is_entry = false;  // of additionalProperties: its default only replaces null

  // Returns the value that a server sets if the member is missing; empty: none.
  std::string_view Default() const { return is_entry ? "" : side.Default(); }
};

// Upstream: schema/pruning/algorithm.go prune, skipPrune (v0.37.2).
Part MemberOf(const Side& side, std::string_view key, const kubernetes::FieldPath& place);
// Returns the member for a key that is not a property.
Part OtherOf(const Side& side, const kubernetes::FieldPath& place);
Side ElementOf(const Side& side, const kubernetes::FieldPath& place);

// The server's handling of a null member.
//
// Upstream: schema/defaulting/prunenulls.go, algorithm.go, schema/objectmeta/coerce.go (v0.37.2).
enum class NullFate { kStays, kIsDropped, kIsDefaulted, kIsEmptied, kIsRefused };
NullFate FateOfNull(const Side& member);

}  // namespace structural::compare
