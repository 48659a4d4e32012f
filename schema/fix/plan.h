// Plan: what to change in a CustomResourceDefinition so that it is structural, and what each change
// means for the objects.
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

// What turns one JSON value into another: JSON Patch.

// One operation (RFC 6902) at a JSON Pointer (RFC 6901).
struct Edit {
  using Kind = json::PatchOperation;

  Kind kind;
  std::string path;
  std::string value = {};  // JSON text, for kAdd and kReplace; else empty
  std::string from = {};   // a JSON Pointer, for kMove and kCopy
  std::string after = {};  // the member that a new one should stand behind, if one is known
};

// The pointer of a member or element below another: `key` is escaped.
std::string Below(std::string_view pointer, std::string_view key);
std::string Below(std::string_view pointer, std::size_t index);

// As few edits as lead from one to the other, member by member; of two lists what they have in
// common at their ends stays. In the order in which they are to be applied.
std::vector<Edit> Difference(const nlohmann::json& from, const nlohmann::json& to);

// Where in a value something was, before the edits were made to it, that is at `pointer` after
// them. What an edit has brought was where the edit was made. A number in a pointer is the index
// of an element.
std::string PointerBefore(std::span<const Edit> edits, std::string pointer);

// What becomes of objects. Ordered: who allows one allows those before it.
enum class ChangeImpact {
  // The same objects are accepted, and stored as they were.
  kSame,
  // A type is written down that other keywords tell of. Those keywords say nothing of values of
  // other types, which were accepted and are not any more.
  kTyped,
  // A check is lost: more is accepted, and nothing is refused that was accepted.
  kWider,
  // There is a choice to be made by somebody who knows what is meant. Never done.
  kNeedsYou,
  // Objects are refused that were accepted. Done where Choices say so.
  kStricter,
  // Objects get a value that they did not have. Done where Choices say so.
  kDefaulted,
};

// "same", "typed", "wider", "needs-you", "stricter", "defaulted".
std::string_view NameOf(ChangeImpact impact);
std::optional<ChangeImpact> ImpactNamed(std::string_view name);

struct Item {
  std::string rule;  // that is broken now
  ChangeImpact impact;
  std::string path;    // of the place, a JSON Pointer into the CRD as it was
  std::string reason;  // what is done and why, or what there is to choose
  bool done;           // false: the class was not allowed
  // Of a violation that no strategy knows: its field path, as Kubernetes prints it; `path` is
  // empty.
  std::string field = {};
};

// What is meant, where a CRD does not tell.
struct Choices {
  // Of x-kubernetes-list-map-keys: keys that are neither required nor have a default become
  // required, but those in `key_defaults`, which has texts: they get their default.
  bool require_keys = false;
  std::map<std::string, std::string, std::less<>> key_defaults = {};
  // The annotation api-approved.kubernetes.io for CRDs in protected groups; empty: none.
  std::string approval = {};
  // Whether a status without content stays.
  bool keep_status = false;
};

struct Plan {
  std::vector<Item> items;  // in the order of the schema
  std::vector<Edit> edits;  // of all that is done, to be applied in their order
  std::vector<Edit> moves;  // to be applied then; none but of an upgrade
  std::string fixed;        // the CRD after the edits, JSON
  std::size_t left = 0;     // violations that remain, or what is in the way of an upgrade
};

// Plans for one CRD, v1 or v1beta1, given as JSON. Nothing beyond `most` is done, but it is told.
// The result needs no fix of the classes allowed: the plan of `fixed` is empty but for what was not
// allowed. An error where it is no CRD that can be read; kLimitExceeded where the items have more
// text than base::OutputBudget::kBytes. Memory: some fifty times the text. Pure; safe to call from
// several threads.
//
// What a server refuses beside the form of the schemas is changed where only one thing can be
// meant, or `choices` tell; `left` does not count it.
base::Result<Plan> MakePlan(std::string_view crd, ChangeImpact most, const Choices& choices = {});

// As MakePlan of a CRD in v1, but nothing is done: each violation is told as it stands.
base::Result<Plan> PlanViolations(std::string_view crd);

}  // namespace structural::fix
