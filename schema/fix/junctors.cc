#include <algorithm>

#include "schema/base/pointer.h"
#include "schema/fix/strategies.h"
#include "schema/fix/types.h"

namespace structural::fix {
namespace {

struct IgnoredKeyword {
  const char* name;
  const char* rule;
};

// Keywords that the server ignores inside allOf, anyOf, oneOf and not.
constexpr IgnoredKeyword kWithoutEffect[] = {{"title", "nested-title"},
                                             {"description", "nested-description"},
                                             {"default", "nested-default"},
                                             {kPreserve, "nested-preserve-unknown-fields"},
                                             {kEmbedded, "nested-embedded-resource"},
                                             {"x-kubernetes-list-map-keys", "nested-list-map-keys"},
                                             {"x-kubernetes-list-type", "nested-list-type"},
                                             {"x-kubernetes-map-type", "nested-map-type"},
                                             {"x-kubernetes-validations", "nested-validations"}};

class Branch {
 public:
  Branch(json& branch, const json* outer, const std::string& at, PlanContext& work)
      : branch_(branch), outer_(outer), at_(at), work_(work) {}

  bool Type(bool sees_null);
  void WithoutEffect();
  bool AdditionalProperties();

 private:
  bool Drop(const char* key, const char* rule, ChangeImpact impact, const char* reason) {
    if (!work_.ProposeChange(impact, rule, base::ChildPointer(at_, key), reason)) return false;
    branch_.erase(key);
    return true;
  }

  json& branch_;
  const json* outer_;
  const std::string& at_;
  PlanContext& work_;
};

// Removes the type and x-kubernetes-int-or-string from the branch. The class of the change is kSame if every type that
// the outer schema accepts is also accepted in the branch, otherwise kWider.
bool Branch::Type(bool sees_null) {
  const bool typed = branch_.contains("type"), either = branch_.contains(kIntOrString);
  const Types outside = outer_ == nullptr ? kAny : OwnTypesOf(*outer_);
  const bool redundant = (outside & ~OwnTypesOf(branch_) & (sees_null ? kAny : ~kNull)) == 0;
  const ChangeImpact impact = redundant ? ChangeImpact::kSame : ChangeImpact::kWider;
  const char* reason = redundant ? "the schema outside of allOf, anyOf, oneOf and not has that type"
                                 : "the type is no longer checked in this branch; add it outside "
                                   "of allOf, anyOf, oneOf and not";
  bool lost = false;
  bool kept = false;
  if (typed) {
    if (Drop("type", "nested-type", impact, reason)) {
      lost = true;
    } else {
      kept = true;
    }
  }
  if (either) {
    if (Drop(kIntOrString, "nested-int-or-string", impact, reason)) {
      lost = true;
    } else {
      kept = true;
    }
  }
  if (branch_.contains("nullable") && !kept) {
    Drop("nullable", "nested-nullable", ChangeImpact::kSame, "nullable has no effect without the type");
  }
  return lost && !redundant;
}

void Branch::WithoutEffect() {
  for (const auto& [key, rule] : kWithoutEffect) {
    if (branch_.contains(key))
      Drop(key, rule, ChangeImpact::kSame, "it has no effect inside allOf, anyOf, oneOf or not");
  }
}

bool Branch::AdditionalProperties() {
  const json* own = Find(branch_, "additionalProperties");
  if (own == nullptr) return false;
  const bool trivial = *own == json(true) || *own == json::object();
  const json* outer = outer_ == nullptr ? nullptr : Find(*outer_, "additionalProperties");
  const bool same_keys = outer_ != nullptr && !branch_.contains("properties") && !outer_->contains("properties");
  const bool redundant = trivial || (outer != nullptr && *outer == *own && same_keys);
  const char* reason = redundant ? "it restricts nothing here" : "other keys are no longer checked in this branch";
  return Drop("additionalProperties", "nested-additional-properties",
              redundant ? ChangeImpact::kSame : ChangeImpact::kWider, reason) &&
         !redundant;
}

}  // namespace

bool FixBranch(json& branch, const json* outer, bool sees_null, const std::string& at, PlanContext& work) {
  Branch one(branch, outer, at, work);
  bool lost = one.Type(sees_null);
  one.WithoutEffect();
  lost |= one.AdditionalProperties();
  return FixPattern(branch, at, work) || lost;
}

bool DropMetadata(json& properties, const std::string& at, PlanContext& work) {
  const json* metadata = Find(properties, "metadata");
  if (metadata == nullptr) return false;
  const bool trivial = *metadata == json::object() || *metadata == json({{"type", "object"}});
  const char* reason = trivial ? "the server checks that metadata is an object"
                               : "allOf, anyOf, oneOf and not must not restrict metadata; this check is dropped";
  if (!work.ProposeChange(trivial ? ChangeImpact::kSame : ChangeImpact::kWider, "nested-metadata",
                          base::ChildPointer(at, "metadata"), reason)) {
    return false;
  }
  properties.erase("metadata");
  return !trivial;
}

namespace {

// The position of a schema: outside of allOf, anyOf, oneOf and not (kSchema), a branch of one of them (kFirstOfAllOf:
// the first branch of allOf), or the schema of a field in a branch (kField).
enum class SchemaPosition { kSchema, kBranch, kFirstOfAllOf, kField };

class CompositionFix {
 public:
  explicit CompositionFix(PlanContext& work) : work_(work) {}

  // Each function returns true if the schema accepts more than before. `outer` is the schema for the same value outside
  // of allOf, anyOf, oneOf and not; null if it does not exist.
  bool Compositions(json& schema, const json* outer, const std::string& at, SchemaPosition place);

 private:
  bool List(json& schema, const char* list, const json* outer, const std::string& at);
  bool Branch(json& branch, const json* outer, const std::string& at, SchemaPosition place);
  bool Fields(json& branch, const json* outer, const std::string& at);
  bool DropEmpty(const json* outside, const std::string& at) {
    return outside == nullptr &&
           work_.ProposeChange(ChangeImpact::kSame, "completeness", at, "it has no effect on the field");
  }

  // Whether the branches equal the original ones, if those at the indexes `nulls` were null. If so, sets these to null
  // again.
  bool IsAsBefore(json& branches, const std::vector<std::size_t>& nulls, const std::string& at);

  PlanContext& work_;
};

const json* OuterOf(const json* outer, const std::string& key) {
  if (outer == nullptr) return nullptr;
  const json* properties = Find(*outer, "properties");
  const json* own = properties == nullptr ? nullptr : Find(*properties, key);
  return own != nullptr ? own : Find(*outer, "additionalProperties");
}

void Erase(json& schema, const char* key) {
  const json* value = Find(schema, key);
  if (value != nullptr && value->empty()) schema.erase(key);
}

// Whether the type alone makes a branch refuse every value that the outer schema accepts.
bool IsImpossible(const json& branch, const json* outer) {
  return outer != nullptr && (TypesOf(branch) & OwnTypesOf(*outer) & ~kNull) == 0;
}

// Removes branches without effect from the keyword `list` of a schema, and then the keyword if it has none left. An
// empty branch accepts every value, so it makes anyOf true and has no effect in allOf.
void SimplifyBranches(json& schema, const char* list) {
  json& branches = schema[list];
  const auto first = std::ranges::find(branches, json::object());
  const std::string_view name = list;
  if (name == "anyOf" && first != branches.end()) branches.clear();
  if (name == "oneOf" && branches.size() == 1 && first != branches.end()) branches.clear();
  if (name == "allOf") std::erase(*branches.get_ptr<json::array_t*>(), json::object());
  Erase(schema, list);
}

void OneOfToAnyOf(json& schema) {
  json branches = std::move(schema["oneOf"]);
  schema.erase("oneOf");
  if (!schema.contains("anyOf")) {
    schema["anyOf"] = std::move(branches);
  } else {
    schema["allOf"].push_back({{"anyOf", std::move(branches)}});
  }
}

bool CompositionFix::Fields(json& branch, const json* outer, const std::string& at) {
  bool lost = false;
  if (json* properties = Find(branch, "properties"); properties != nullptr && properties->is_object()) {
    const std::string below = base::ChildPointer(at, "properties");
    lost |= DropMetadata(*properties, below, work_);
    for (auto it = properties->begin(); it != properties->end();) {
      const std::string place = base::ChildPointer(below, it.key());
      const json* const outside = OuterOf(outer, it.key());
      const bool was_empty = it->empty();
      lost |= Branch(*it, outside, place, SchemaPosition::kField);
      const bool drop = it->empty() && (!was_empty || DropEmpty(outside, place));
      it = drop ? properties->erase(it) : std::next(it);
    }
    Erase(branch, "properties");
  }
  if (json* items = Find(branch, "items"); items != nullptr && items->is_object()) {
    const json* outer_items = outer == nullptr ? nullptr : Find(*outer, "items");
    lost |= Branch(*items, outer_items, base::ChildPointer(at, "items"), SchemaPosition::kField);
    Erase(branch, "items");
  }
  return lost;
}

bool CompositionFix::Branch(json& branch, const json* outer, const std::string& at, SchemaPosition place) {
  if (!branch.is_object()) return false;
  bool lost = FixUnsupported(branch, at, work_);
  lost |= FixBranch(branch, outer, place == SchemaPosition::kField, at, work_);
  lost |= Compositions(branch, outer, at, place);
  return Fields(branch, outer, at) || lost;
}

// Replaces null branches by {}, as the server reads them. Returns their indexes.
std::vector<std::size_t> TakeNulls(json& branches) {
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (!branches[i].is_null()) continue;
    branches[i] = json::object();
    taken.push_back(i);
  }
  return taken;
}

bool CompositionFix::IsAsBefore(json& branches, const std::vector<std::size_t>& nulls, const std::string& at) {
  const json* before = work_.OriginalValue(at);
  if (before == nullptr || before->size() != branches.size()) return false;
  for (const std::size_t i : nulls) branches[i] = nullptr;
  if (branches == *before) return true;
  TakeNulls(branches);
  return false;
}

bool CompositionFix::List(json& schema, const char* list, const json* outer, const std::string& at) {
  json* branches = Find(schema, list);
  if (branches == nullptr || !branches->is_array()) return false;
  const std::vector<std::size_t> nulls = TakeNulls(*branches);
  const std::string below = base::ChildPointer(at, list);
  const bool alternatives = std::string_view(list) != "allOf";
  std::vector<bool> impossible;
  for (const json& branch : *branches) impossible.push_back(IsImpossible(branch, outer));
  const bool some_possible = std::ranges::find(impossible, false) != impossible.end();
  bool lost = false;
  for (std::size_t i = 0; i < branches->size(); ++i) {
    const std::string place = base::ChildPointer(below, i);
    if (alternatives && some_possible && impossible[i]) {
      if (work_.ProposeChange(ChangeImpact::kSame, "nested-type", place, "no value has the types of this branch"))
        (*branches)[i] = nullptr;
    } else {
      const bool first_of_all = !alternatives && i == 0;
      lost |=
          Branch((*branches)[i], outer, place, first_of_all ? SchemaPosition::kFirstOfAllOf : SchemaPosition::kBranch);
    }
  }
  std::erase(*branches->get_ptr<json::array_t*>(), json());
  if (lost && std::string_view(list) == "oneOf") OneOfToAnyOf(schema), list = "anyOf";
  json* now = Find(schema, list);
  if (now != nullptr && (lost || !IsAsBefore(*now, nulls, below))) SimplifyBranches(schema, list);
  return lost;
}

bool CompositionFix::Compositions(json& schema, const json* outer, const std::string& at, SchemaPosition place) {
  bool lost = false;
  const json* any_of = Find(schema, "anyOf");
  const bool may_have_types = place == SchemaPosition::kSchema || place == SchemaPosition::kFirstOfAllOf;
  const bool exempt = may_have_types && any_of != nullptr && IsIntOrString(*any_of);
  if (!exempt) lost |= List(schema, "anyOf", outer, at);
  lost |= List(schema, "allOf", outer, at);
  lost |= List(schema, "oneOf", outer, at);
  json* inverted = Find(schema, "not");
  if (inverted == nullptr) return lost;
  const std::string below = base::ChildPointer(at, "not");
  if (Branch(*inverted, outer, below, SchemaPosition::kBranch)) {
    schema.erase("not");
    return true;
  }
  if (place == SchemaPosition::kSchema && *inverted == json::object()) {
    work_.ProposeChange(ChangeImpact::kNeedsDecision, "unsatisfiable", below,
                        "not: {} refuses every value, so no object with this field is valid, "
                        "before and after the change. Write the values to refuse, or remove it");
  }
  return lost;
}

}  // namespace

const json& IntOrStringForm() {
  static const json kForm = {{{"type", "integer"}}, {{"type", "string"}}};
  return kForm;
}

bool IsIntOrString(const json& list) { return list == IntOrStringForm(); }

void FixComposition(json& schema, const std::string& at, PlanContext& work) {
  CompositionFix(work).Compositions(schema, &schema, at, SchemaPosition::kSchema);
}

}  // namespace structural::fix
