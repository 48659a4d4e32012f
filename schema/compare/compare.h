// The effects of an update of a CRD: on stored objects, on requests and on clients.
//
// Schemas are compared by meaning, not by text. The comparison finds for each version and field whether the set of
// accepted objects stays the same, or becomes larger, smaller or different. It also finds the fields that stored
// objects lose by pruning or get by defaults, and the changes for clients.
//
// Only objects whose fields are all in the old schema are compared, because the old server drops other fields and does
// not store them.
//
// A result without a change that refuses objects is proved: a server with the new CRD accepts every object that it
// accepted with the old one. A refusal is only a possibility until a witness shows it (FindWitnesses).
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

// How an update changes a set of objects.
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
  std::string object;         // JSON: accepted by the old CRD
  std::string subresource;    // subresource of the request; empty: the request is for the object itself
  std::string old_object;     // JSON: the object before the update; empty: the request is a create
  std::string refusal;        // error with which the new CRD's server refuses the request; empty if it is accepted
  std::string stored_object;  // JSON: the object that the new CRD's server stores, if it accepts the request
  // JSON: the stored object as clients read it with the new CRD; empty if they read it as before
  std::string read_object;
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
  std::vector<Conflict> conflicts;  // if not empty, the other members are about the same apply with `force`
  std::string error;                // the server's message, if it refuses the object after the merge
  std::string object;               // JSON: the stored object, without metadata that a server sets; empty if refused
  std::string changed_value;        // JSON: the value of the changed field in the stored object; empty: absent
  std::vector<Owner> owners;        // the owners of the object's fields
};

// Applies that show the effect of a change, computed by the code of the server (schema/admission). The server with the
// old CRD handles all applies but the last, accepts them without conflicts, and stores their object. The last apply is
// sent to the old server, with the result `before`, and to the new one, with the different result `after`.
struct AppliesWitness {
  std::vector<ApplyRequest> requests;
  ApplyOutcome before, after;
};

// The estimated cost of a CEL rule: the sum over all evaluations of the rule that one object may need.
struct CostDetail {
  std::optional<std::uint64_t> before = {};  // nullopt: a new rule
  std::uint64_t after = 0;
  std::uint64_t limit = 0;  // a server refuses a CRD whose cost is higher
  std::string rule = {};    // shortened text of the rule; empty: the sum of all rules of the version
};

// One effect of an update of a CRD.
struct Change {
  Aspect aspect = Aspect::kObjects;
  Effect effect = Effect::kSame;  // effect on the set of accepted objects; set with kObjects only
  // Whether existing clients fail after the update, for example because a version is no longer served or the scope
  // changes.
  bool breaks_clients = false;
  // Whether the new server refuses all requests that the old server accepted. If `name` is a path in a version, this
  // holds for requests in that version; otherwise for all versions. Set with kClients only.
  bool refuses_all = false;
  std::string version = {};  // version whose objects change; empty: the CRD itself
  // storage version that causes the change for objects of `version`; empty: `version` itself causes it
  std::string storage_version = {};
  FieldSteps field = {};  // place in objects
  // path of the field at which the search for witnesses looks, whose keys both versions keep; empty: `field`
  FieldSteps stored_field = {};
  std::size_t unlisted = 0;  // number of similar changes that are not listed; their fields are inside unlisted_parent
  // field around the unlisted changes; `version` does not specify the fields inside it
  FieldSteps unlisted_parent = {};
  std::string_view keyword = {};  // keyword of the schema, or field of the CRD, in static storage
  std::string name = {};          // path of a field of the CRD: "spec.names.plural"
  std::string before = {};        // shortened old value; empty: absent
  std::string after = {};
  std::string before_path = {};  // path of the keyword in each CRD, as Kubernetes prints it
  std::string after_path = {};
  std::vector<std::string> hints = {};  // JSON of values that may show the change
  RuleDetail rule = {};                 // details of a changed rule
  // fields that cause the change or are read by the changed rule, relative to `field`
  std::vector<FieldSteps> affecting_fields = {};
  std::optional<CostDetail> cost = {};  // changed cost; set with kCosts only
  std::optional<Witness> witness = {};
  std::optional<AppliesWitness> applies = {};  // set with kApplies only

  // Whether the effect is certain: a witness shows it, or it needs no witness, because it is not a refusal, a loss, a
  // default or a result of applies.
  bool certain() const {
    if (aspect == Aspect::kApplies) return applies.has_value();
    const bool claims = refuses() || aspect == Aspect::kLoss || aspect == Aspect::kDefault;
    return !claims || witness.has_value();
  }
  // Whether the new server refuses, or may refuse, objects that the old server accepted.
  bool refuses() const {
    return aspect == Aspect::kObjects && (effect == Effect::kSmaller || effect == Effect::kOther);
  }
};

// The result for a version that is in both CRDs.
struct VersionResult {
  std::string name;
  Effect effect = Effect::kSame;  // effect on the set of accepted objects
  bool refuses_all = false;       // whether requests for the version were served before, and all of them fail now
  // whether servers drop fields from objects that they kept before
  bool loses_data = false;
  // whether servers set other defaults than before
  bool changes_defaults = false;
};

struct Comparison {
  std::string name;  // name of the CRD
  std::vector<VersionResult> versions;
  std::vector<Change> changes;  // changes, sorted by version, field and keyword
  bool complete = true;         // false: the schemas are too large to compare all their parts
  // false: the budget of the search for witnesses was exhausted, so some changes have no witness
  bool search_completed = true;
  std::size_t spent_steps = 0;  // steps of ComparisonBudget that the comparison spent
};

// Compares two CRDs in JSON, each in v1 or v1beta1. `arena` is working memory; the result does not point into it. Pure.
// Recursive: needs a stack of cel::kParseStack. Errors: those of crd::Decode; an error of the old CRD begins with "old:
// ".
base::Result<Comparison> Compare(std::string_view before, std::string_view after, base::Arena& arena);

// Searches a witness for each change of objects: the smallest object that the old CRD's server accepts, and that the
// new CRD's server refuses or stores differently. For a change with kApplies, searches a sequence of applies instead.
// Each witness is checked with the code of both servers. Takes time linear in the number of changes, with one budget
// for all of them. If the budget is exhausted, sets `search_completed` to false, and the remaining changes have no
// witness. Needs a stack of cel::kParseStack.
void FindWitnesses(std::string_view before, std::string_view after, Comparison& comparison, base::Arena& arena);

// Returns a change as text for users: "maximum: 10 -> 5".
std::string TextOf(const Change& change);

}  // namespace structural::compare
