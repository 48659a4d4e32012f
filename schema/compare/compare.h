// What an update of a CRD means: for the objects that are stored, for requests, and for clients.
//
// Two schemas are compared by meaning, not by text. For each version and field: whether the set of
// accepted objects stays, becomes larger, smaller or another one; what stored objects lose by
// pruning or get by defaults; what clients see.
//
// Compared are objects that set fields of the old schema only. Other fields are dropped by the old
// server, so nothing of them is stored.
//
// Whatever has no change of kind kRefused is proved: a server with the new CRD accepts every object
// that it accepted with the old one. The opposite is a possibility, until there is a witness
// (FindWitnesses).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/compare/walk.h"

namespace structural::compare {

// What becomes of a set of objects.
enum class Effect { kSame, kLarger, kSmaller, kOther };

// "same", "larger", "smaller", "other".
std::string_view Name(Effect effect);

enum class Aspect {
  kObjects,  // which objects are accepted
  kLoss,     // what servers drop of objects
  kDefault,  // what servers add to objects
  kClients,  // what clients see of the API
  kTexts,    // what people read: descriptions, titles, examples
  kCosts,    // what a server estimates of rules in CEL
};

// "objects", "loss", "default", "clients", "texts", "costs".
std::string_view Name(Aspect aspect);

// An object that shows what a change does, by the code of the server (schema/admission).
struct Witness {
  std::string object;       // JSON: accepted by the old CRD
  std::string subresource;  // that the request is for; empty: the object itself
  std::string old;          // JSON: what is updated; empty: it is created
  std::string answer;       // what the new CRD's server says of it; empty: it stores it otherwise
  std::string stored;       // JSON: what that one stores, where it does
  std::string read;         // JSON: what clients read of it now, where they read otherwise what is stored
};

// The estimated cost of a rule in CEL, of all calls that one object may need.
struct CostDetail {
  std::optional<std::uint64_t> before = {};  // nullopt: there was no such rule
  std::uint64_t after = 0;
  std::uint64_t limit = 0;  // above it, a server refuses the CRD
  std::string rule = {};    // in short; empty: all rules of the version
};

struct Change {
  Aspect aspect = Aspect::kObjects;
  Effect effect = Effect::kSame;  // of kObjects
  // Clients or the server break on it: a version that is served no more, another scope.
  bool breaks = false;
  // Of kClients: requests for every object that was accepted fail, in the version that `name` begins with, or in all.
  bool refuses_all = false;
  std::string version = {};          // empty: it is about the CRD
  std::string storage = {};          // the storage version that does it to objects of `version`; empty: it does it itself
  FieldSteps field = {};             // of objects
  FieldSteps stored_field = {};      // the field, with keys that the storage version keeps too; empty: any will do
  std::size_t more = 0;              // changes of the same kind that are not listed
  FieldSteps more_below = {};        // the field that they are below; the version does not specify its fields
  std::string_view keyword = {};     // of the schema, or a field of the CRD; static storage
  std::string name = {};             // of a field of the CRD: "spec.names.plural"
  std::string before = {};           // in short; empty: nothing
  std::string after = {};
  std::string before_path = {};      // in each CRD, as Kubernetes prints it
  std::string after_path = {};
  std::vector<std::string> hints = {};  // JSON of values that may show it
  RuleDetail rule = {};                 // of a rule
  std::vector<FieldSteps> via = {};     // fields that matter to it, from this one on
  std::optional<CostDetail> cost = {};  // of kCosts
  std::optional<Witness> witness = {};

  // It has a witness, or needs none.
  bool certain() const {
    const bool claims = refuses() || aspect == Aspect::kLoss || aspect == Aspect::kDefault;
    return !claims || witness.has_value();
  }
  // Objects are refused that were accepted, or it cannot be excluded.
  bool refuses() const {
    return aspect == Aspect::kObjects && (effect == Effect::kSmaller || effect == Effect::kOther);
  }
};

// Of a version that is in both.
struct VersionResult {
  std::string name;
  Effect effect = Effect::kSame;  // on the set of accepted objects
  bool refuses_all = false;       // the version was served, and is served no more, or elsewhere
  bool loses = false;
  bool defaults = false;
};

struct Comparison {
  std::string name;  // of the CRD
  std::vector<VersionResult> versions;
  std::vector<Change> changes;  // by version, field and keyword
  bool complete = true;         // false: the schemas are too large to prove anything of the rest
  bool searched = true;         // false: the search for witnesses exceeded its budget before the last change
  std::size_t steps = 0;        // places that were compared
};

// Both are CRDs in JSON, of either version of the API. `arena` is working memory; nothing of it is in
// the result. Pure; goes down the schemas by recursion, and needs cel::kParseStack. Errors: as crd::Decode;
// those of the old one begin with "old: ".
base::Result<Comparison> Compare(std::string_view before, std::string_view after, base::Arena& arena);

// Looks for a witness of each change of objects: an object that the old CRD's server accepts, as small
// as possible, and that the new one's refuses, or stores otherwise. Each is checked with the code of
// both servers. Takes time linear in the number of changes, and a budget for all of them; where it is exhausted, `searched`
// is false, and the other changes have no witness. Needs cel::kParseStack.
void FindWitnesses(std::string_view before, std::string_view after, Comparison& comparison,
                   base::Arena& arena);

// What a change says, for people: "maximum: 10 -> 5".
std::string TextOf(const Change& change);

}  // namespace structural::compare
