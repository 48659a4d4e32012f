// Plan: what to change in a CustomResourceDefinition so that it is structural, and what each change
// means for the objects.
#pragma once

#include <optional>
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
};

// "same", "typed", "wider", "needs-you".
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
base::Result<Plan> MakePlan(std::string_view crd, ChangeImpact most);

// As MakePlan, but nothing is done: each violation is told as it stands, and preserveUnknownFields
// is none.
base::Result<Plan> PlanViolations(std::string_view crd);

}  // namespace structural::fix
