// Normalisation of unions as the KEP "Union types" specifies it in "Normalizing on updates". docs/unions.md lists the
// differences from Kubernetes' former code.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/unions/union.h"

namespace structural::unions::kep {

// Normalises all unions in `now` in place, at every depth. `before` is the old object; nullptr or null on creation. The
// item of a list of type map is compared with the old item that has the same keys. An item of another list is compared
// with the old item at the same index. Does not change undecided unions, which validation refuses
// (FindUndecidedUnions). Added values are in `arena` or point into the schema. Pure except for `now` and `arena`; safe
// to call from several threads.
//
// Precondition: CheckUnions returned only advice for the schema.
void Normalize(const json::Value* before, json::Value& now, const json::Value& schema, base::Arena& arena);

// Normalises the union `of` in the object `now`, without the values inside it. `before` is the old object; nullptr if
// it does not exist. Precondition: `now` is an object.
void NormalizeUnion(const json::Value* before, json::Value& now, const Union& of, base::Arena& arena);

// A union of which several fields are set, so that the intended one is unknown.
struct UndecidedUnion {
  std::string path;                 // path of the object that has the fields: "spec.sources[0]"; empty: the root
  std::vector<std::string> fields;  // the set fields
};

// Returns all undecided unions in a value, at every depth. Pure. Precondition: CheckUnions returned only advice for the
// schema.
std::vector<UndecidedUnion> FindUndecidedUnions(const json::Value& value, const json::Value& schema);

// A step from an object to one of its members, or from a list to one of its elements.
using Step = std::variant<std::string_view, std::size_t>;
using Steps = std::vector<Step>;

// Returns a path in the notation of errors: "spec.sources[0].file".
std::string PathOf(std::span<const Step> steps);

// Returns a JSON Pointer (RFC 6901): "/spec/sources/0/file".
std::string PointerTo(std::span<const Step> steps);

// A member that normalisation added, removed or changed. Points into both objects.
struct Change {
  Steps at;                // steps to the member; the last step is a key
  const json::Value* was;  // nullptr: added
  const json::Value* now;  // nullptr: removed
};

// Returns the changes by which Normalize turned `sent` into `now`. In each object, removed members precede the others.
// Precondition: corresponding lists have the same length. Pure.
std::vector<Change> ChangesBetween(const json::Value& sent, const json::Value& now);

}  // namespace structural::unions::kep
