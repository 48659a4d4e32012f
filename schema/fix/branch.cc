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
    if (!work_.ProposeChange(impact, rule, base::PointerBelow(at_, key), reason)) return false;
    branch_.erase(key);
    return true;
  }

  json& branch_;
  const json* outer_;
  const std::string& at_;
  PlanContext& work_;
};

// The type is redundant if every type that the outer schema accepts is also accepted here.
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
                          base::PointerBelow(at, "metadata"), reason)) {
    return false;
  }
  properties.erase("metadata");
  return !trivial;
}

}  // namespace structural::fix
