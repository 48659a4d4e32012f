// Plan: the changes that make a CustomResourceDefinition structural, and the effect of each change on objects.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "schema/base/result.h"
#include "schema/json/patch_operation.h"

namespace structural::fix {

// One operation of JSON Patch (RFC 6902) at a JSON Pointer (RFC 6901).
struct Edit {
  using Kind = json::PatchOperation;

  Kind kind;
  std::string path;
  std::string value = {};  // JSON text for kAdd and kReplace; else empty
  std::string from = {};   // JSON Pointer for kMove and kCopy; else empty
  std::string after = {};  // the member after which a new member is inserted in a text, if known
};

// Returns edits that turn `from` into `to`, in the order in which to apply them. Objects are compared member by member.
// Of two lists, the common elements at both ends stay.
std::vector<Edit> Difference(const nlohmann::json& from, const nlohmann::json& to);

// Returns the place, before the edits, of the value that is at `pointer` after them. For a value that an edit added,
// this is the place of that edit. Every number in a pointer counts as the index of an element.
std::string PointerBefore(std::span<const Edit> edits, std::string pointer);

// The effect of a change on objects. Ordered: a limit that allows a class also allows those before it.
enum class ChangeImpact {
  // The same objects are accepted, and stored without change.
  kSame,
  // A type is added that other keywords imply. Values of other types, which those keywords ignore, were accepted before
  // and are refused afterwards.
  kTyped,
  // A check is removed: more objects are accepted, and no object is refused that was accepted before.
  kWider,
  // The author of the CRD must choose. Such a change is never made.
  kNeedsDecision,
  // Objects that were accepted before are refused afterwards. Such a change is made only if Choices request it.
  kStricter,
  // Objects get a value that they did not have. Such a change is made only if Choices request it.
  kDefaulted,
};

// NameOf returns "same", "typed", "wider", "needs-you", "stricter" or "defaulted". ParseImpact is its inverse.
std::string_view NameOf(ChangeImpact impact);
std::optional<ChangeImpact> ParseImpact(std::string_view name);

struct Item {
  std::string rule;  // id of the violated rule
  ChangeImpact impact;
  std::string path;    // JSON Pointer of the place in the original CRD
  std::string reason;  // the change and its reason, or the possible choices
  bool done;           // false: the change was not made, because its class was not allowed
  // Field path, as Kubernetes prints it, of a violation without a strategy; `path` is then empty.
  std::string field = {};
};

// The intent of the author, for questions that the CRD leaves open.
struct Choices {
  // Whether keys of x-kubernetes-list-map-keys that are neither required nor have a default become required. Keys in
  // `key_defaults`, a map from a key to the text of its value, get that default instead.
  bool require_keys = false;
  std::map<std::string, std::string, std::less<>> key_defaults = {};
  // Value of the annotation api-approved.kubernetes.io for CRDs in protected groups; empty: no annotation.
  std::string approval = {};
  // Whether a status without content is kept; otherwise it is removed.
  bool keep_status = false;
};

struct Plan {
  std::vector<Item> items;  // items in the order of the schema
  std::vector<Edit> edits;  // all changes that are done, in the order in which to apply them
  std::vector<Edit> moves;  // edits of an upgrade, to apply after `edits`
  std::string fixed;        // JSON text of the CRD after all edits
  std::size_t left = 0;     // number of remaining violations and of obstacles to an upgrade
};

// Makes a plan for one CRD in v1 or v1beta1, given as JSON. A change whose class is after `max` in ChangeImpact is
// reported, but not made. A second plan for `fixed` has only the changes that were not allowed. Returns an error if
// `crd` cannot be decoded as a CRD; kLimitExceeded if the items have more text than base::OutputBudget::kMaxKeptBytes.
// Memory: about fifty times the text. Pure; safe to call from several threads.
//
// Errors of a server's validation outside of the structural rules are fixed only if the fix is unambiguous or `choices`
// decide it; `left` does not count them.
base::Result<Plan> MakePlan(std::string_view crd, ChangeImpact max, const Choices& choices = {});

// Reports each violation of a CRD in v1 as MakePlan does, but makes no change.
base::Result<Plan> PlanViolations(std::string_view crd);

}  // namespace structural::fix
