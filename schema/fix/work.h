// What every strategy has at hand: which class of changes may be made, and whom to tell.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "schema/base/output_budget.h"
#include "schema/fix/plan.h"

namespace structural::fix {

using nlohmann::json;

// What changes do to objects beyond the class of their strategy (judge.h).
struct Raised {
  ChangeImpact impact;
  std::string why = {};  // of kNeedsYou
};
using RaisedChanges = std::map<std::pair<std::string, std::string>, Raised>;  // by rule and path

class Work {
 public:
  // `before` is the CRD as it was, and outlives this, as `raised`; null: nobody asks.
  Work(ChangeImpact most, std::vector<Item>& items, const json* before = nullptr, const RaisedChanges* raised = nullptr)
      : most_(most), items_(items), before_(before), raised_(raised) {}

  // What stood at a JSON Pointer before anything was changed; null: nothing.
  const json* Before(const std::string& at) const {
    const json::json_pointer pointer(at);
    return before_ != nullptr && before_->contains(pointer) ? &before_->at(pointer) : nullptr;
  }

  // The last class that is done.
  ChangeImpact most() const { return most_; }

  // There is more to tell than a plan may hold: there will be none.
  bool full() const { return budget_.exhausted(); }

  // Notes a change that somebody has chosen, and that is to be made.
  void NoteChosen(ChangeImpact impact, std::string_view rule, std::string at, std::string reason) {
    if (budget_.Spend(at.size() + reason.size())) {
      items_.push_back({std::string(rule), impact, std::move(at), std::move(reason), true});
    }
  }

  // Notes a change in the plan; -> whether it is to be made. `at` is a JSON Pointer.
  bool ProposeChange(ChangeImpact impact, std::string_view rule, std::string at,
                     std::string reason) {
    if (const Raised* raised = RaisedOf(rule, at)) {
      impact = std::max(impact, raised->impact);
      reason += raised->why;
    }
    if (!budget_.Spend(at.size() + reason.size())) return false;
    const bool done = impact <= most_ && impact != ChangeImpact::kNeedsYou;
    items_.push_back({std::string(rule), impact, std::move(at), std::move(reason), done});
    return done;
  }

 private:
  const Raised* RaisedOf(std::string_view rule, const std::string& at) const {
    if (raised_ == nullptr || raised_->empty()) return nullptr;
    const auto found = raised_->find({std::string(rule), at});
    return found == raised_->end() ? nullptr : &found->second;
  }

  const ChangeImpact most_;
  std::vector<Item>& items_;
  const json* const before_;
  const RaisedChanges* const raised_;
  base::OutputBudget budget_;
};

// The member's value, or null where there is none.
inline const json* Find(const json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}
inline json* Find(json& object, std::string_view key) {
  return const_cast<json*>(Find(std::as_const(object), key));
}

inline bool IsTrue(const json& object, std::string_view key) {
  const json* value = Find(object, key);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

// The text of a member, empty where there is none.
inline std::string_view TextOf(const json& object, std::string_view key) {
  const json* value = Find(object, key);
  return value != nullptr && value->is_string()
             ? std::string_view(*value->get_ptr<const std::string*>())
             : std::string_view();
}

inline constexpr const char* kPreserve = "x-kubernetes-preserve-unknown-fields";
inline constexpr const char* kIntOrString = "x-kubernetes-int-or-string";
inline constexpr const char* kEmbedded = "x-kubernetes-embedded-resource";
inline constexpr const char* kLists[] = {"allOf", "anyOf", "oneOf"};

// What accepts and keeps every value. A server that prunes drops a null member where the schema is not nullable, as it did
// before; `keeps_null`: it kept it, or it is an element of a list.
inline json FreeForm(bool keeps_null) {
  return keeps_null ? json{{kPreserve, true}, {"nullable", true}} : json{{kPreserve, true}};
}

// The schemas of a CRD, wherever they stand.
// Calls visit(schema, pointer) for that of all versions and for each version's own. Precondition:
// spec is an object.
template <typename Visit>
void ForEachSchema(json& crd, Visit visit) {
  const auto inside = [&](json& holder, const char* key, const std::string& at) {
    json* around = Find(holder, key);
    json* schema = around == nullptr ? nullptr : Find(*around, "openAPIV3Schema");
    if (schema != nullptr) visit(*schema, Below(Below(at, key), "openAPIV3Schema"));
  };
  inside(crd["spec"], "validation", "/spec");
  json* versions = Find(crd["spec"], "versions");
  if (versions == nullptr || !versions->is_array()) return;
  std::size_t index = 0;
  for (json& version : *versions) inside(version, "schema", Below("/spec/versions", index++));
}

}  // namespace structural::fix
