#include <algorithm>

#include "schema/base/pointer.h"
#include "schema/base/text.h"
#include "schema/fix/strategies.h"
#include "schema/fix/types.h"

namespace structural::fix {
namespace {

void AddBranches(const BranchSchema& of, BranchSchemas& to) {
  for (const char* list : kLists) {
    const json* branches = Find(*of.schema, list);
    if (branches == nullptr || !branches->is_array()) continue;
    const bool always = of.always && std::string_view(list) == "allOf";
    std::size_t index = 0;
    for (const json& branch : *branches) {
      const BranchSchema one{&branch, always, of.completes_root,
                             base::ChildPointer(base::ChildPointer(of.at, list), index++)};
      to.push_back(one);
      AddBranches(one, to);
    }
  }
  if (const json* inverted = Find(*of.schema, "not")) {
    const BranchSchema one{inverted, false, of.completes_root, base::ChildPointer(of.at, "not")};
    to.push_back(one);
    AddBranches(one, to);
  }
}

}  // namespace

BranchSchemas WithBranches(const json& schema, const std::string& at, bool root, const BranchSchemas& about) {
  BranchSchemas all;
  for (const BranchSchema& evidence : about) {
    all.push_back(evidence);
    AddBranches(evidence, all);
  }
  AddBranches({&schema, true, root, at}, all);
  return all;
}

BranchSchemasByProperty OfProperties(const BranchSchemas& about) {
  BranchSchemasByProperty found;
  for (const BranchSchema& evidence : about) {
    const json* properties = Find(*evidence.schema, "properties");
    if (properties == nullptr || !properties->is_object()) continue;
    const std::string below = base::ChildPointer(evidence.at, "properties");
    for (const auto& [key, own] : properties->items())
      found[key].push_back({&own, evidence.always, evidence.completes_root, base::ChildPointer(below, key)});
  }
  return found;
}

BranchSchemas OfItems(const BranchSchemas& about) {
  BranchSchemas found;
  for (const BranchSchema& evidence : about) {
    const json* own = Find(*evidence.schema, "items");
    if (own == nullptr) continue;
    found.push_back({own, evidence.always, evidence.completes_root, base::ChildPointer(evidence.at, "items")});
  }
  return found;
}

namespace {

constexpr const char* kRule = "type-required";
constexpr Types kIntegerOrString = kInteger | kString;
constexpr const char* kKeepsNull = "; nullable, because null passes allOf, anyOf, oneOf and not";

bool HasForm(const json& schema) {
  return !TextOf(schema, "type").empty() || IsTrue(schema, kPreserve) || IsTrue(schema, kIntOrString) ||
         IsTrue(schema, kEmbedded);
}

std::string Listed(Types types) {
  std::string list;
  for (const Types one : {kObject, kArray, kString, kInteger, kFraction, kBoolean}) {
    const bool part_of_number = one == kInteger && (types & kFraction) != 0;
    if ((types & one) == 0 || part_of_number) continue;
    base::AppendItem(list, ", ", TypeNameOf(one));
  }
  return list;
}

class Decision {
 public:
  // `prunes`: whether the server drops a null member whose schema is not nullable. It never drops a null element of a
  // list.
  Decision(json& schema, const std::string& at, bool prunes, PlanContext& work)
      : schema_(schema), at_(at), prunes_(prunes), sees_null_(!prunes || at.ends_with("/items")), work_(work) {}

  // Sets `type` to the name that accepts exactly `types`. `why` ends the sentence "type: X, ". Returns false if no such
  // name exists.
  bool SetOneType(Types types, ChangeImpact impact, const std::string& why) {
    const auto wanted = static_cast<Types>(types & ~kNull);
    const bool either = wanted == kIntegerOrString;
    const std::string name(either ? kIntOrString : TypeNameOf(wanted));
    if (name.empty() || name == "null") return false;
    const bool of_null = (types & kNull) != 0 && sees_null_;
    const bool keeps_null = of_null && work_.max() == ChangeImpact::kSame;
    if (of_null && !keeps_null) impact = std::max(impact, ChangeImpact::kTyped);
    const std::string what = (either ? name : "type: " + name) + ", " + why;
    if (!work_.ProposeChange(impact, kRule, at_, what + (keeps_null ? kKeepsNull : ""))) return true;
    either ? schema_[name] = true : schema_["type"] = name;
    if (keeps_null) schema_["nullable"] = true;
    return true;
  }

  // Makes the schema accept any value. The change is kWider if the server prunes: it dropped the fields of objects here
  // before, and keeps them afterwards.
  void AcceptAny(const std::string& reason) {
    const ChangeImpact impact = prunes_ ? ChangeImpact::kWider : ChangeImpact::kSame;
    if (work_.ProposeChange(impact, kRule, at_, reason)) schema_.update(FreeForm(sees_null_));
  }

  void ReportSeveralTypes(Types types) {
    const std::string reason = "the schema accepts values of these types: " + Listed(types) +
                               ". A schema can have only one type, so the value is kept and its "
                               "type is no longer checked. Alternatively, choose one of the types";
    if (!work_.ProposeChange(ChangeImpact::kWider, kRule, at_, reason)) return;
    schema_[kPreserve] = true;
    if ((types & kNull) != 0 && sees_null_) schema_["nullable"] = true;
  }

 private:
  json& schema_;
  const std::string& at_;
  const bool prunes_, sees_null_;
  PlanContext& work_;
};

}  // namespace

void DecideType(json& schema, const std::string& at, bool root, bool prunes, const BranchSchemas& about,
                PlanContext& work) {
  if (HasForm(schema)) return;
  Decision decide(schema, at, prunes, work);
  if (root) {
    decide.SetOneType(kObject, ChangeImpact::kSame, "every resource is an object");
    return;
  }
  Types certain = TypesOf(schema);
  Types hints = HintsOf(schema);
  for (const BranchSchema& evidence : about) {
    if (evidence.always) certain &= TypesOf(*evidence.schema);
    hints |= HintsOf(*evidence.schema);
  }
  if (certain != kAny) {
    if (decide.SetOneType(certain, ChangeImpact::kSame,
                          "the type of the values that the enum and allOf, anyOf, oneOf and not accept"))
      return;
    return decide.ReportSeveralTypes(certain);
  }
  if (hints == 0)
    return decide.AcceptAny("the schema does not restrict the value, so every value is accepted and kept");
  if (decide.SetOneType(hints, ChangeImpact::kTyped, "the type that the other keywords apply to")) return;
  decide.ReportSeveralTypes(hints);
}

}  // namespace structural::fix
