// One side of a walk: a place of a schema, with all that a server knows of a value there.
#pragma once

#include <string_view>

#include "schema/compare/conjuncts.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::compare {

inline constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";

// The own fields of an embedded resource: a server reads its metadata, and refuses an apiVersion or kind that is no text.
enum class OwnField { kNone, kText, kMetadata };

struct Side {
  const model::Structural* schema;      // null: nothing is specified
  Conjuncts conjuncts;
  const kubernetes::FieldPath* path;    // of the schema, or of the last one above
  bool prunes;                          // the server drops unknown fields at all
  bool preserved = false;   // a list around it is, or, without a schema, all that is in it
  bool resource = false;    // it has apiVersion, kind and metadata
  bool root = false;
  bool has_status = false;    // a subresource: the server drops it of creates, after it has set defaults
  bool drops_status = false;  // has_status, and the other side has not
  bool metadata = false;    // it is one of these, or within: nothing is dropped
  bool root_metadata = false;  // of the root: no defaults are set, either
  OwnField own_field = OwnField::kNone;
  bool runs_no_rules = false;  // expressions do not see it: something around it has no type
  bool in_status = false;   // in a status subresource: updates of it do not check embedded resources

  bool Preserves() const;
  // A JSON text; empty where it is none.
  std::string_view Default() const { return schema == nullptr ? "" : schema->generic.default_value; }
};

// What becomes of a member, or of the elements. The path of a part is in `place`, which must outlive
// the part.
struct Part {
  bool kept = true;
  Side side;
  bool is_entry = false;  // of additionalProperties: their default only replaces a null

  // What a server sets where it is missing; empty: nothing.
  std::string_view Default() const { return is_entry ? "" : side.Default(); }
};

// Upstream: schema/pruning/algorithm.go prune, skipPrune (v0.37.2).
Part MemberOf(const Side& side, std::string_view key, const kubernetes::FieldPath& place);
// Of a key that is no property.
Part OtherOf(const Side& side, const kubernetes::FieldPath& place);
Side ElementOf(const Side& side, const kubernetes::FieldPath& place);

// What the server makes of a member that is null.
//
// Upstream: schema/defaulting/prunenulls.go, algorithm.go, schema/objectmeta/coerce.go (v0.37.2).
enum class NullFate { kStays, kIsDropped, kIsDefaulted, kIsEmptied, kIsRefused };
NullFate FateOfNull(const Side& member);

}  // namespace structural::compare
