// The text of a change for users.
#include "schema/compare/compare.h"

namespace structural::compare {
namespace {

std::string Arrow(const std::string& before, const std::string& after) {
  if (before == after) return before;
  return (before.empty() ? "none" : before) + " -> " + (after.empty() ? "none" : after);
}

std::string LossText(const Change& change) {
  if (change.keyword == "nullable") return "null is not allowed any more: servers drop it from objects";
  if (change.keyword == "properties") return "the field is removed: servers drop it from objects";
  if (change.keyword == "x-kubernetes-embedded-resource")
    return "the object is no embedded resource any more: servers drop its apiVersion, kind and metadata";
  return "unknown fields are not preserved any more: servers drop them from objects";
}

std::string NullText(const Change& change) {
  if (change.before.empty() && change.after == "null") return "null is stored, where servers dropped it";
  if (change.before.empty()) return "null becomes " + change.after + ", where servers dropped it";
  if (change.after == "null") return "null is stored, where servers set the default " + change.before;
  return "null is not allowed any more: servers set the default " + change.after;
}

std::string DefaultText(const Change& change) {
  if (change.keyword == "nullable") return NullText(change);
  if (change.keyword == "x-kubernetes-embedded-resource")
    return "the object is no embedded resource any more: servers keep its metadata as it is";
  const bool entry = !change.field.empty() && change.field.back().kind == Step::Kind::kOtherKey;
  const std::string to = entry ? " replaces null entries" : " is added to objects without the field";
  if (change.before.empty()) return "the default " + change.after + to;
  if (change.after.empty() && entry) return "the default " + change.before + " no longer replaces null entries";
  if (change.after.empty()) return "the default " + change.before + " is not set any more";
  return "the default changes: " + Arrow(change.before, change.after);
}

std::string TextOfRule(const Change& change) {
  if (change.effect == Effect::kLarger) return "the rule is removed: " + change.before;
  if (change.before.empty() && change.after.empty()) return "rules below allOf, anyOf or oneOf differ";
  if (change.before == change.after) return "the rule reads values that change: " + change.after;
  return "the rule is new: " + change.after;
}

std::string ObjectsText(const Change& change) {
  const std::string keyword(change.keyword);
  if (keyword == "x-kubernetes-validations") return TextOfRule(change);
  if (keyword == "required") {
    return change.effect == Effect::kLarger ? "the field is not required any more" : "the field is required";
  }
  if (keyword == "nullable") return change.effect == Effect::kLarger ? "null is allowed" : "null is not allowed";
  const bool larger = change.effect == Effect::kLarger;
  if (keyword == "properties") return larger ? "the field is added" : "the fields are specified";
  if (keyword == "x-kubernetes-preserve-unknown-fields" && larger) return "unknown fields are preserved";
  if (keyword == "additionalProperties" && larger) return "other keys are allowed";
  if (keyword == "scale") return "the scale subresource demands a type: " + change.after;
  if (keyword == "limit") return "the schemas are too large to compare";
  if (change.before.empty() && change.after.empty()) return keyword + ": other values meet it";
  return keyword + ": " + Arrow(change.before, change.after);
}

// Returns a number like "1,200".
std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

// Costs that cannot be estimated are unbounded.
std::string CostNumber(std::uint64_t cost) {
  constexpr std::uint64_t kUnbounded = 1'000'000'000'000'000'000;
  return cost >= kUnbounded ? "unbounded" : Grouped(cost);
}

std::string CostsText(const CostDetail& cost) {
  const std::string whose = cost.rule.empty() ? "estimated cost of all rules: " : "the rule's estimated cost: ";
  const std::string text = whose + Arrow(cost.before ? CostNumber(*cost.before) : "", CostNumber(cost.after)) +
                           " (limit " + CostNumber(cost.limit) + ")";
  return cost.rule.empty() ? text : text + ": " + cost.rule;
}

std::string OwnText(const Change& change) {
  switch (change.aspect) {
    case Aspect::kObjects: return ObjectsText(change);
    case Aspect::kLoss: return LossText(change);
    case Aspect::kDefault: return DefaultText(change);
    case Aspect::kCosts: return CostsText(*change.cost);
    case Aspect::kTexts: return std::string(change.keyword) + " differs";
    case Aspect::kClients: break;
  }
  if (change.name.empty()) return "server-side apply merges lists otherwise: " + Arrow(change.before, change.after);
  return change.name + ": " + Arrow(change.before, change.after);
}

}  // namespace

std::string TextOf(const Change& change) {
  std::string text = OwnText(change);
  if (!change.storage.empty()) text.append(", because of the storage version ").append(change.storage);
  if (change.more == 0) return text;
  text.append("; the same at ")
      .append(Grouped(change.more))
      .append(change.more == 1 ? " other field" : " other fields");
  return text.append(" below ").append(FieldText(change.more_below));
}

}  // namespace structural::compare
