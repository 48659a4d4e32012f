#include "schema/fix/plan.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "schema/base/arena.h"
#include "schema/base/stack.h"
#include "schema/compare/compare.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/fix/strategies.h"
#include "schema/fix/work.h"
#include "schema/json/reader.h"

namespace structural::fix {
namespace {

// The effects of a plan on objects, found by a comparison of the CRD before and after its changes (schema/compare).
//
// A strategy sees only one schema, so it cannot know how a server prunes, defaults and decodes the whole object. The
// comparison therefore raises the class of an item if a difference exceeds the class that its strategy chose.

using compare::Aspect;
using compare::Change;
using compare::Effect;
using compare::FieldSteps;
using compare::Step;

// The place of an item. An item without a version applies to all versions; an item without a schema applies to the CRD
// itself.
struct ItemPlace {
  bool has_schema = false;
  std::optional<std::size_t> version = {};
  FieldSteps field = {};
};

class Tokens {
 public:
  explicit Tokens(std::string_view pointer) : rest_(pointer) {}

  std::optional<std::string> Next() { return base::TakePointerToken(rest_); }

 private:
  std::string_view rest_;
};

bool Take(Tokens& tokens, std::string_view token) { return tokens.Next() == token; }

// Returns the place that the path of an item means. A branch of allOf, anyOf, oneOf or not has the place of the schema
// around it.
ItemPlace PlaceOf(const std::string& path) {
  Tokens tokens(path);
  ItemPlace place;
  if (!Take(tokens, "spec")) return place;
  const auto holder = tokens.Next();
  if (holder == "versions") {
    const std::string index = tokens.Next().value_or("");
    std::size_t number = 0;
    if (std::from_chars(index.data(), index.data() + index.size(), number).ec != std::errc()) return place;
    place.version = number;
    if (!Take(tokens, "schema")) return place;
  } else if (holder != "validation") {
    return place;
  }
  if (!Take(tokens, "openAPIV3Schema")) return place;
  place.has_schema = true;
  while (const auto token = tokens.Next()) {
    if (*token == "properties") {
      const auto key = tokens.Next();
      if (key) place.field.push_back({Step::Kind::kName, *key});
    } else if (*token == "items") {
      place.field.push_back({Step::Kind::kElement});
    } else if (*token == "additionalProperties") {
      place.field.push_back({Step::Kind::kOtherKey});
    } else if (*token == "allOf" || *token == "anyOf" || *token == "oneOf") {
      tokens.Next();
    } else if (*token != "not") {
      break;
    }
  }
  return place;
}

// Returns the number of common first steps if one path is a prefix of the other; else nullopt.
std::optional<std::size_t> SharedSteps(const FieldSteps& a, const FieldSteps& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < shorter; ++i) {
    const bool any_key = (a[i].kind == Step::Kind::kOtherKey && b[i].kind != Step::Kind::kElement) ||
                         (b[i].kind == Step::Kind::kOtherKey && a[i].kind != Step::Kind::kElement);
    if (!any_key && a[i] != b[i]) return std::nullopt;
  }
  return shorter;
}

// The paths of items as a tree. Finds the items at, above and below a path without visiting the others.
class ItemTree {
 public:
  void Add(const FieldSteps& path, std::size_t item) {
    Node* at = &root_;
    for (const Step& step : path) at = &at->children[Key(step)];
    at->items.push_back(item);
  }

  // Returns the items at, above and below the path, in order.
  std::vector<std::size_t> Related(const FieldSteps& path) const {
    std::vector<std::size_t> found;
    Collect(root_, path, 0, found);
    std::ranges::sort(found);
    return found;
  }

 private:
  using StepKey = std::pair<Step::Kind, std::string>;
  struct Node {
    std::map<StepKey, Node> children;
    std::vector<std::size_t> items;
  };

  static StepKey Key(const Step& step) { return {step.kind, std::string(step.name)}; }

  // Recursive: the depth is that of the paths.
  static void Collect(const Node& node, const FieldSteps& path, std::size_t depth, std::vector<std::size_t>& found) {
    found.insert(found.end(), node.items.begin(), node.items.end());
    const bool is_below = depth >= path.size();
    if (is_below || path[depth].kind == Step::Kind::kOtherKey) {
      for (const auto& [key, child] : node.children) {
        if (is_below || key.first != Step::Kind::kElement) Collect(child, path, depth + 1, found);
      }
      return;
    }
    std::vector<StepKey> keys = {Key(path[depth])};
    if (path[depth].kind != Step::Kind::kElement) keys.push_back({Step::Kind::kOtherKey, {}});
    for (const StepKey& key : keys) {
      const auto child = node.children.find(key);
      if (child != node.children.end()) Collect(child->second, path, depth + 1, found);
    }
  }

  Node root_;
};

// Returns the classes that explain the effect of a change on objects; empty if no class does.
std::vector<ChangeImpact> ClassesOf(const Change& change) {
  const bool of_null = change.keyword == "nullable";  // whether the change is about null values
  switch (change.aspect) {
    case Aspect::kObjects:
      if (change.effect == Effect::kLarger) return {ChangeImpact::kWider};
      // A change can make list keys equal, which a server refuses, so even kDefaulted explains a refusal.
      return {ChangeImpact::kTyped, ChangeImpact::kStricter, ChangeImpact::kDefaulted};
    case Aspect::kDefault: return of_null ? std::vector{ChangeImpact::kTyped} : std::vector{ChangeImpact::kDefaulted};
    case Aspect::kLoss: return of_null ? std::vector{ChangeImpact::kTyped} : std::vector<ChangeImpact>();
    default: return {};
  }
}

bool IsOfObjects(const Change& change) {
  return change.aspect == Aspect::kObjects || change.aspect == Aspect::kLoss || change.aspect == Aspect::kDefault;
}

bool GivesTypes(std::string_view rule) {
  return rule == "type-required" || rule == "embedded-resource-type" || rule == "metadata-type" || rule == "type-meta";
}

class ImpactComparison {
 public:
  ImpactComparison(const crd::CustomResourceDefinition& crd, const std::vector<Item>& items, RaisedImpacts& raised)
      : items_(items), raised_(raised) {
    for (const crd::Version& version : crd.versions) versions_.emplace_back(version.name);
    for (const Item& item : items) {
      places_.push_back(PlaceOf(item.path));
      if (item.done && places_.back().has_schema) tree_.Add(places_.back().field, places_.size() - 1);
    }
  }

  void RaiseForChange(const Change& change) {
    if (!IsOfObjects(change)) return;
    Change one = change;
    if (change.effect == Effect::kOther) {
      one.effect = Effect::kLarger;
      RaiseForOneChange(one);
      one.effect = Effect::kSmaller;
    }
    RaiseForOneChange(one);
  }
  bool raises() const { return raises_; }

 private:
  void RaiseForOneChange(const Change& change) {
    const std::vector<ChangeImpact> classes = ClassesOf(change);
    const std::vector<std::size_t> related = RelatedTo(change);
    const auto explains = [&](std::size_t item) { return std::ranges::find(classes, ImpactOf(item)) != classes.end(); };
    if (std::ranges::any_of(related, explains)) return;
    std::vector<std::size_t> nearest = NearestOf(change, related);
    const auto keep = [&](auto wanted) {
      if (std::ranges::any_of(nearest, wanted)) std::erase_if(nearest, [&](std::size_t item) { return !wanted(item); });
    };
    const bool of_types = !classes.empty() && classes[0] == ChangeImpact::kTyped;
    keep([&](std::size_t item) { return GivesTypes(items_[item].rule) == of_types; });
    for (const std::size_t item : nearest)
      Raise(item, classes.empty() ? ChangeImpact::kNeedsDecision : classes[0], change);
  }

  ChangeImpact ImpactOf(std::size_t item) const {
    const auto found = raised_.find({items_[item].rule, items_[item].path});
    return found == raised_.end() ? items_[item].impact : std::max(items_[item].impact, found->second.impact);
  }

  // Raises the class of an item. kDefaulted and kStricter become kNeedsDecision, because only changes that Choices
  // request can have these classes.
  void Raise(std::size_t index, ChangeImpact impact, const Change& change) {
    const Item& item = items_[index];
    if (impact == ChangeImpact::kDefaulted || impact == ChangeImpact::kStricter) impact = ChangeImpact::kNeedsDecision;
    if (item.impact >= impact) return;
    RaisedImpact& raised = raised_.try_emplace({item.rule, item.path}, RaisedImpact{item.impact}).first->second;
    if (raised.impact >= impact) return;
    raised.impact = impact;
    if (impact == ChangeImpact::kNeedsDecision)
      raised.why = "; it changes objects: " + FieldText(change.field) + ": " + TextOf(change);
    raises_ = true;
  }

  bool IsOfVersion(const Change& change, std::size_t item) const {
    const std::optional<std::size_t> version = places_[item].version;
    return !version || (*version < versions_.size() && versions_[*version] == change.version);
  }

  std::vector<std::size_t> RelatedTo(const Change& change) const {
    std::vector<std::size_t> related = tree_.Related(change.field);
    std::erase_if(related, [&](std::size_t item) { return !IsOfVersion(change, item); });
    return related;
  }

  // Returns the related items with the longest common path; without related items, those of the CRD itself.
  std::vector<std::size_t> NearestOf(const Change& change, const std::vector<std::size_t>& related) const {
    std::vector<std::size_t> nearest;
    std::size_t max = 0;
    for (const std::size_t item : related) {
      const std::size_t shared = *SharedSteps(places_[item].field, change.field);
      if (shared < max) continue;
      if (shared > max) nearest.clear();
      max = shared;
      nearest.push_back(item);
    }
    for (std::size_t i = 0; i < items_.size() && related.empty(); ++i) {
      if (items_[i].done && !places_[i].has_schema) nearest.push_back(i);
    }
    return nearest;
  }

  const std::vector<Item>& items_;
  RaisedImpacts& raised_;
  std::vector<ItemPlace> places_;
  ItemTree tree_;  // items that are done and have a path in a schema
  std::vector<std::string_view> versions_;
  bool raises_ = false;
};

// Whether a server can serve the CRD: pruning requires a structural form.
bool IsServed(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  if (crd.preserve_unknown_fields) return true;
  return std::ranges::all_of(crd.versions, [&](const crd::Version& version) {
    return version.schema == nullptr ||
           !std::holds_alternative<crd::NotRepresentable>(crd::NewStructural(*version.schema, arena));
  });
}

// Adds to `raised` each effect that exceeds the class of the done item at its place. Returns true if it added any;
// false if done items explain all effects. Adds nothing for a CRD that no server serves, or whose schemas are too large
// to compare.
bool RaiseByComparison(std::string_view before, std::string_view after, const std::vector<Item>& items,
                       RaisedImpacts& raised) {
  base::Arena arena;
  const auto decoded = crd::Decode(before, arena);
  if (!decoded.ok() || !IsServed(*decoded, arena)) return false;
  bool raises = false;
  base::WithDeepStack([&] {
    const auto comparison = compare::Compare(before, after, arena);
    if (!comparison.ok() || !comparison->complete) return;
    ImpactComparison impact(*decoded, items, raised);
    for (const Change& change : comparison->changes) impact.RaiseForChange(change);
    raises = impact.raises();
  });
  return raises;
}

struct Violation {
  std::string rule;
  std::string text;
  std::string field = {};
  bool is_all = false;  // whether this is the only violation, because the evaluation stopped at it
};

base::Error Unreadable(std::string text) { return {base::ErrorCode::kInvalidInput, std::move(text)}; }

// Returns the id of the rule that the first keyword without a structural form breaks.
std::string UnsupportedRuleOf(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  for (const crd::Version& version : crd.versions) {
    if (version.schema == nullptr) continue;
    const auto structural = crd::NewStructural(*version.schema, arena);
    const auto* reason = std::get_if<crd::NotRepresentable>(&structural);
    if (reason != nullptr) return std::string(crd::FindUnsupported(reason->keyword)->id);
  }
  return {};
}

// Returns the violations of a CRD, as if preserveUnknownFields were false.
std::vector<Violation> ViolationsOf(const json& crd) {
  base::Arena arena;
  const std::string text = crd.dump();
  auto read = crd::Decode(text, arena);
  if (!read.ok()) return {{"undecodable", read.error().message()}};
  read->preserve_unknown_fields = false;
  const crd::EvaluationResult verdict = crd::Evaluate(*read, arena);
  std::vector<Violation> found;
  for (const kubernetes::Violation& each : verdict.violations) {
    found.push_back({std::string(each.rule), each.Text(), each.field()});
  }
  if (found.empty() && verdict.condition) {
    found.push_back({UnsupportedRuleOf(*read, arena), verdict.condition->message, "", true});
  }
  return found;
}

void Report(const Violation& violation, PlanContext& work, std::vector<Item>& items) {
  work.ProposeChange(ChangeImpact::kNeedsDecision, violation.rule, "", violation.text);
  if (!work.full()) items.back().field = violation.field;
}

void ReportPreserves(const char* reason, PlanContext& work, Plan& plan) {
  work.ProposeChange(ChangeImpact::kNeedsDecision, "preserve-unknown-fields", "/spec/preserveUnknownFields", reason);
  ++plan.left;
}

// Reports the remaining violations, except those that strategies have already reported.
void ReportRemaining(const std::vector<Violation>& left, PlanContext& work, std::vector<Item>& items) {
  const auto spoken_of = [&](const Violation& violation) {
    return std::ranges::any_of(
        items, [&](const Item& item) { return !item.done && (violation.is_all || item.rule == violation.rule); });
  };
  for (const Violation& violation : left) {
    if (!work.full() && !spoken_of(violation)) Report(violation, work, items);
  }
}

// Returns the bytes of the paths that a plan keeps at once: the path to a value, and the paths to all values around it.
// The result is for the value inside `value` with the largest sum. `length`: bytes of the path to `value`.
std::size_t PathBytes(const json& value, std::size_t length) {
  std::size_t max = 0;
  if (const auto* members = value.get_ptr<const json::object_t*>()) {
    for (const auto& [key, member] : *members) max = std::max(max, PathBytes(member, length + 1 + key.size()));
  }
  if (const auto* elements = value.get_ptr<const json::array_t*>()) {
    for (const json& element : *elements) max = std::max(max, PathBytes(element, length + 2));
  }
  return length + max;
}

constexpr std::size_t kMaxPathBytes = 4 * base::OutputBudget::kMaxKeptBytes;

base::Error TooLong() {
  return {base::ErrorCode::kLimitExceeded,
          "the plan has more than " + std::to_string(base::OutputBudget::kMaxKeptBytes) + " bytes"};
}

// Returns an error if the JSON is nested too deeply. Functions that recurse over JSON need as much stack as the JSON
// reader, so the reader's depth limit applies to them, too.
base::Status CheckDepth(std::string_view text) {
  base::Arena arena;
  structural::json::JsonReader in(text, arena);
  in.Skip();
  if (in.AtEnd() || in.error().code() != base::ErrorCode::kLimitExceeded) return base::Ok();
  return in.error();
}

base::Result<json> Read(std::string_view text) {
  const base::Status readable = CheckDepth(text);
  if (!readable.ok()) return readable.error();
  json crd = json::parse(text, nullptr, false);
  if (crd.is_discarded()) return Unreadable("not JSON");
  if (PathBytes(crd, 0) > kMaxPathBytes) return TooLong();
  const json* spec = Find(crd, "spec");
  if (TextOf(crd, "kind") != "CustomResourceDefinition" || spec == nullptr || !spec->is_object()) {
    return Unreadable("not a CustomResourceDefinition with a spec");
  }
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error();
  return crd;
}

}  // namespace

std::string_view NameOf(ChangeImpact impact) {
  switch (impact) {
    case ChangeImpact::kSame: return "same";
    case ChangeImpact::kTyped: return "typed";
    case ChangeImpact::kWider: return "wider";
    case ChangeImpact::kStricter: return "stricter";
    case ChangeImpact::kDefaulted: return "defaulted";
    case ChangeImpact::kNeedsDecision: break;
  }
  return "needs-you";
}

std::optional<ChangeImpact> ParseImpact(std::string_view name) {
  for (const ChangeImpact one : {ChangeImpact::kSame, ChangeImpact::kTyped, ChangeImpact::kWider,
                                 ChangeImpact::kNeedsDecision, ChangeImpact::kStricter, ChangeImpact::kDefaulted})
    if (NameOf(one) == name) return one;
  return std::nullopt;
}

namespace {

constexpr int kMaxRounds = 6;

base::Result<Plan> PlanOnce(const json& before, ChangeImpact max, const Choices& choices, const RaisedImpacts& raised) {
  json crd = before;
  Plan plan;
  PlanContext work(max, plan.items, &before, &raised);
  const bool preserves = PreservesUnknownFields(before);
  auto left = ViolationsOf(crd);
  if (!left.empty()) {  // a structural schema stays as it is
    ForEachSchema(crd, [&](json& schema, const std::string& at) { FixSchema(schema, at, !preserves, work); });
    left = ViolationsOf(crd);
  }
  ReportRemaining(left, work, plan.items);
  plan.left = left.size();
  if (preserves && plan.left == 0) {
    plan.left += PreserveBySchema(crd, work) ? 0 : 1;
  } else if (preserves) {
    ReportPreserves("it can be disabled once the schema is structural", work, plan);
  }
  FixListMaps(crd, choices, work);
  FixRefusals(crd, choices, work);
  if (work.full()) return TooLong();
  plan.edits = Difference(before, crd);
  plan.fixed = crd.dump();
  return plan;
}

}  // namespace

// Makes the plan again as long as the comparison raises the class of an item. If the raised class is not allowed, the
// item is not done any longer, which changes the effects of the other items.
base::Result<Plan> MakePlan(std::string_view text, ChangeImpact max, const Choices& choices) {
  const auto crd = Read(text);
  if (!crd.ok()) return crd.error();
  RaisedImpacts raised;
  auto plan = PlanOnce(*crd, max, choices, raised);
  for (int round = 0; round < kMaxRounds && plan.ok() && !plan->edits.empty(); ++round) {
    if (!RaiseByComparison(text, plan->fixed, plan->items, raised)) break;
    plan = PlanOnce(*crd, max, choices, raised);
  }
  return plan;
}

base::Result<Plan> PlanViolations(std::string_view text) {
  const auto crd = Read(text);
  if (!crd.ok()) return crd.error();
  Plan plan;
  PlanContext work(ChangeImpact::kSame, plan.items);
  const auto left = ViolationsOf(*crd);
  for (const Violation& violation : left) Report(violation, work, plan.items);
  plan.left = left.size();
  if (PreservesUnknownFields(*crd)) ReportPreserves("in v1 it must be false", work, plan);
  if (work.full()) return TooLong();
  plan.fixed = text;
  return plan;
}

}  // namespace structural::fix
