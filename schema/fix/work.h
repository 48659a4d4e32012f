// PlanContext: the context of all strategies: the allowed classes of changes, and the items of the plan.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "schema/base/output_budget.h"
#include "schema/base/pointer.h"
#include "schema/fix/plan.h"

namespace structural::fix {

using nlohmann::json;

// The effect of a change as the comparison finds it, if it exceeds the class that the strategy chose.
struct RaisedImpact {
  ChangeImpact impact;
  std::string why = {};  // reason, for kNeedsDecision
};
using RaisedImpacts = std::map<std::pair<std::string, std::string>, RaisedImpact>;  // key: rule and path of the item

class PlanContext {
 public:
  // `before`: the original CRD; null if OriginalValue is not called. `before` and `raised` must outlive this object.
  PlanContext(ChangeImpact max, std::vector<Item>& items, const json* before = nullptr,
              const RaisedImpacts* raised = nullptr)
      : max_(max), items_(items), before_(before), raised_(raised) {}

  // Returns the original value at a JSON Pointer; null if it does not exist.
  const json* OriginalValue(const std::string& at) const {
    const json::json_pointer pointer(at);
    return before_ != nullptr && before_->contains(pointer) ? &before_->at(pointer) : nullptr;
  }

  // Returns the last class, in the order of ChangeImpact, whose changes are allowed.
  ChangeImpact max() const { return max_; }

  // Whether the items exceed the text limit of a plan. MakePlan then returns an error.
  bool full() const { return budget_.exhausted(); }

  // Records a change that Choices request, and that the caller makes.
  void NoteChosen(ChangeImpact impact, std::string_view rule, std::string at, std::string reason) {
    if (budget_.Spend(at.size() + reason.size())) {
      items_.push_back({std::string(rule), impact, std::move(at), std::move(reason), true});
    }
  }

  // Records a change in the plan. Returns whether the caller must make it. `at` is a JSON Pointer.
  bool ProposeChange(ChangeImpact impact, std::string_view rule, std::string at, std::string reason) {
    if (const RaisedImpact* raised = RaisedOf(rule, at)) {
      impact = std::max(impact, raised->impact);
      reason += raised->why;
    }
    if (!budget_.Spend(at.size() + reason.size())) return false;
    const bool done = impact <= max_ && impact != ChangeImpact::kNeedsDecision;
    items_.push_back({std::string(rule), impact, std::move(at), std::move(reason), done});
    return done;
  }

 private:
  const RaisedImpact* RaisedOf(std::string_view rule, const std::string& at) const {
    if (raised_ == nullptr || raised_->empty()) return nullptr;
    const auto found = raised_->find({std::string(rule), at});
    return found == raised_->end() ? nullptr : &found->second;
  }

  const ChangeImpact max_;
  std::vector<Item>& items_;
  const json* const before_;
  const RaisedImpacts* const raised_;
  base::OutputBudget budget_;
};

// Returns the value of a member; null if it is missing.
inline const json* Find(const json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}
inline json* Find(json& object, std::string_view key) { return const_cast<json*>(Find(std::as_const(object), key)); }

inline bool IsTrue(const json& object, std::string_view key) {
  const json* value = Find(object, key);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

// Returns the text of a member; empty if it is missing or is not a string.
inline std::string_view TextOf(const json& object, std::string_view key) {
  const json* value = Find(object, key);
  return value != nullptr && value->is_string() ? std::string_view(*value->get_ptr<const std::string*>())
                                                : std::string_view();
}

inline constexpr const char* kPreserve = "x-kubernetes-preserve-unknown-fields";
inline constexpr const char* kIntOrString = "x-kubernetes-int-or-string";
inline constexpr const char* kEmbedded = "x-kubernetes-embedded-resource";
inline constexpr const char* kLists[] = {"allOf", "anyOf", "oneOf"};

// Returns a schema that accepts and keeps every value. `keeps_null`: whether the schema must be nullable. It must be if
// the server kept null members before, or if the value is an element of a list, because a server that prunes drops a
// null member whose schema is not nullable.
inline json FreeForm(bool keeps_null) {
  return keeps_null ? json{{kPreserve, true}, {"nullable", true}} : json{{kPreserve, true}};
}

// Calls visit(schema, pointer) for the shared schema of a CRD and for the schema of each version. Precondition: spec is
// an object.
template <typename Visit>
void ForEachSchema(json& crd, Visit visit) {
  const auto inside = [&](json& holder, const char* key, const std::string& at) {
    json* around = Find(holder, key);
    json* schema = around == nullptr ? nullptr : Find(*around, "openAPIV3Schema");
    if (schema != nullptr) visit(*schema, base::ChildPointer(base::ChildPointer(at, key), "openAPIV3Schema"));
  };
  inside(crd["spec"], "validation", "/spec");
  json* versions = Find(crd["spec"], "versions");
  if (versions == nullptr || !versions->is_array()) return;
  std::size_t index = 0;
  for (json& version : *versions) inside(version, "schema", base::ChildPointer("/spec/versions", index++));
}

}  // namespace structural::fix
