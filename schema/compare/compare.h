// The effects of an update of a CRD: on stored objects, on requests and on clients.
//
// Schemas are compared by meaning, not by text. The comparison finds for each version and field whether the set of
// accepted objects stays the same, becomes larger, smaller or different; which fields stored objects lose by pruning or
// get by defaults; and what changes for clients.
//
// Only objects whose fields are all in the old schema are compared, because the old server drops other fields and does
// not store them.
//
// The result is proved for all places without a change that refuses objects: a server with the new CRD accepts every
// object that it accepted with the old one. A refusal is only a possibility until a witness shows it (FindWitnesses).
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

// The change of a set of objects.
enum class Effect { kSame, kLarger, kSmaller, kOther };

// Returns "same", "larger", "smaller" or "other".
std::string_view Name(Effect effect);

enum class Aspect {
  kObjects,  // the set of accepted objects
  kLoss,     // fields that servers drop from objects
  kDefault,  // fields that servers add to objects
  kApplies,  // results of server-side applies
  kClients,  // the API as clients see it
  kTexts,    // descriptions, titles and examples
  kCosts,    // a server's cost estimates of CEL rules
};

// Returns "objects", "loss", "default", "applies", "clients", "texts" or "costs".
std::string_view Name(Aspect aspect);

// An object that shows the effect of a change, computed by the code of the server (schema/admission).
struct Witness {
  std::string object;       // JSON: accepted by the old CRD
  std::string subresource;  // subresource of the request; empty: the object itself
  std::string old;          // JSON: the object before the update; empty: a create
  std::string answer;       // error of the new CRD's server; empty if it stores another object
  std::string stored;       // JSON: the object that the new CRD's server stores, if it accepts the request
  std::string read;         // JSON: the object that clients now read, if they read a stored one differently
};

// A server-side apply of a field manager.
struct ApplyRequest {
  std::string manager;
  std::string object;       // JSON: the body
  std::string subresource;  // empty: the object itself
};

// A server's answer to the last apply of a sequence.
struct ApplyOutcome {
  struct Conflict {
    std::string manager;
    std::string field;  // ".spec.ports[port=80].name"
  };
  struct Owner {
    std::string manager;
    std::vector<std::string> fields;
  };
  std::vector<Conflict> conflicts;  // if not empty, the other members are about the same apply with force
  std::string error;                // the server's message, if it refuses the object after the merge
  std::string object;               // JSON: the stored object, without metadata that a server sets; empty: refused
  std::string value;                // JSON: the changed value in the object; empty: absent
  std::vector<Owner> owners;        // the owners of the object's fields
};

// Applies that show the effect of a change, computed by the code of the server (schema/admission). Both servers store
// the object of all applies but the last, which the old CRD's server accepts without conflicts. The last apply has
// another result on each of them.
struct AppliesWitness {
  std::vector<ApplyRequest> requests;
  ApplyOutcome before, after;
};

// The estimated cost of a CEL rule: the sum of all its evaluations that one object may need.
struct CostDetail {
  std::optional<std::uint64_t> before = {};  // nullopt: a new rule
  std::uint64_t after = 0;
  std::uint64_t limit = 0;  // a server refuses a CRD whose cost is higher
  std::string rule = {};    // shortened text of the rule; empty: the sum of all rules of the version
};

struct Change {
  Aspect aspect = Aspect::kObjects;
  Effect effect = Effect::kSame;  // effect on the set of accepted objects; set with kObjects only
  // Whether the change breaks clients or the server: a version is no longer served, or the scope changes.
  bool breaks_clients = false;
  // Whether all requests fail for objects that were accepted: in the version that `name` begins with, or in all
  // versions. Set with kClients only.
  bool refuses_all = false;
  std::string version = {};         // empty: the CRD itself
  std::string storage = {};         // storage version that affects objects of `version`; empty: `version` itself
  FieldSteps field = {};            // place in objects
  FieldSteps stored_field = {};     // `field` with keys that the storage version also keeps; empty: `field`
  std::size_t more = 0;             // number of similar changes that are not listed, all below more_below
  FieldSteps unlisted_parent = {};  // field above the changes in `more`; `version` does not specify its fields
  std::string_view keyword = {};    // keyword of the schema, or field of the CRD, in static storage
  std::string name = {};            // path of a field of the CRD: "spec.names.plural"
  std::string before = {};          // shortened text; empty: absent
  std::string after = {};
  std::string before_path = {};  // path in each CRD, as Kubernetes prints it
  std::string after_path = {};
  std::vector<std::string> hints = {};  // JSON of values that may show the change
  RuleDetail rule = {};                 // details of a changed rule
  std::vector<FieldSteps> via = {};     // fields that affect the change, relative to `field`
  std::optional<CostDetail> cost = {};  // changed cost; set with kCosts only
  std::optional<Witness> witness = {};
  std::optional<AppliesWitness> applies = {};  // set with kApplies only

  // Whether the change has a witness, or needs none.
  bool certain() const {
    if (aspect == Aspect::kApplies) return applies.has_value();
    const bool claims = refuses() || aspect == Aspect::kLoss || aspect == Aspect::kDefault;
    return !claims || witness.has_value();
  }
  // Whether objects that were accepted are, or may be, refused.
  bool refuses() const {
    return aspect == Aspect::kObjects && (effect == Effect::kSmaller || effect == Effect::kOther);
  }
};

// The result for a version that is in both CRDs.
struct VersionResult {
  std::string name;
  Effect effect = Effect::kSame;  // effect on the set of accepted objects
  bool refuses_all = false;       // requests for the version were served, and all fail now
  bool loses_data = false;
  bool defaults = false;
};

struct Comparison {
  std::string name;  // name of the CRD
  std::vector<VersionResult> versions;
  std::vector<Change> changes;  // changes, sorted by version, field and keyword
  bool complete = true;         // false: the schemas are too large to compare all their parts
  bool searched = true;         // false: the search for witnesses ran out of budget, so some changes were not searched
  std::size_t steps = 0;        // places that were compared
};

// Compares two CRDs in JSON, each in v1 or v1beta1. `arena` is working memory and is not referenced by the result.
// Pure. Recursive: needs a stack of cel::kParseStack. Errors: as crd::Decode; those of the old CRD begin with "old: ".
base::Result<Comparison> Compare(std::string_view before, std::string_view after, base::Arena& arena);

// Searches a witness for each change of objects: the smallest object that the old CRD's server accepts, and that the
// new CRD's server refuses or stores differently. For a change of applies, a sequence of applies. Each witness is checked with the code of both servers. Takes time
// linear in the number of changes, with one budget for all of them. If the budget is exhausted, sets `searched` to
// false, and the remaining changes have no witness. Needs a stack of cel::kParseStack.
void FindWitnesses(std::string_view before, std::string_view after, Comparison& comparison, base::Arena& arena);

// Returns a change as text for users: "maximum: 10 -> 5".
std::string TextOf(const Change& change);

}  // namespace structural::compare
