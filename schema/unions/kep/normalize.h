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

// Normalises `now` in place, in fields, items and additional properties at every depth. `before` is the old object;
// nullptr or null on creation. The item of a list of type map is compared with the old item that has the same keys, and
// an item of another list with the old item at the same index. Ambiguous unions are not changed; validation refuses
// them. Added values are in `arena` or point into the schema. Pure except for `now` and `arena`; safe to call from
// several threads.
//
// Precondition: CheckUnions returned only advice for the schema.
void Normalize(const json::Value* before, json::Value& now, const json::Value& schema, base::Arena& arena);

// Normalises one union. Precondition: `now` is an object.
void NormalizeUnion(const json::Value* before, json::Value& now, const Union& of, base::Arena& arena);

// A union that normalisation left ambiguous: more than one field is set.
struct UndecidedUnion {
  std::string path;  // path of the object that has the fields: "spec.sources[0]"; empty: the root
  std::vector<std::string> fields;
};

// Returns all ambiguous unions in a value, at every depth. Pure. Precondition: as for Normalize.
std::vector<UndecidedUnion> Undecided(const json::Value& value, const json::Value& schema);

// A step from an object to one of its members, or from a list to one of its elements.
using Step = std::variant<std::string_view, std::size_t>;
using Steps = std::vector<Step>;

// Returns a path as errors print it: "spec.sources[0].file".
std::string PathOf(std::span<const Step> steps);

// Returns a JSON Pointer (RFC 6901): "/spec/sources/0/file".
std::string PointerTo(std::span<const Step> steps);

// A member that normalisation added, removed or changed. Points into both objects.
struct Change {
  Steps at;                // the last step is a key
  const json::Value* was;  // nullptr: added
  const json::Value* now;  // nullptr: removed
};

// Returns the changes that turned `sent` into `now`. In each object, removed members precede the others. Precondition:
// corresponding lists have the same length, as after Normalize. Pure.
std::vector<Change> ChangesBetween(const json::Value& sent, const json::Value& now);

}  // namespace structural::unions::kep
