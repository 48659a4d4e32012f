// Plan: what to change in a CustomResourceDefinition so that it is structural, and what each change
// means for the objects.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/fix/patch.h"

namespace structural::fix {

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

}  // namespace structural::fix
