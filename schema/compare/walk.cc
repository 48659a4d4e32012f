#include "schema/compare/walk.h"

#include <algorithm>

#include "schema/base/stack.h"
#include "schema/compare/demands.h"
#include "schema/compare/presence.h"
#include "schema/compare/walker.h"
#include "schema/expressions/rule_set.h"

namespace structural::compare {
namespace {

// Stack for one level of Visit and its callees, in bytes.
constexpr std::size_t kStackOfVisit = 32 * 1024;

SchemaSide RootOf(const WalkedSchema& of) {
  SchemaSide side{of.schema, {}, &of.path, of.prunes};
  std::vector<const objects::Checks*> checks = of.more_checks;
  if (of.checks != nullptr) checks.push_back(of.checks);
  side.conjuncts = ConjunctsOf(std::move(checks));
  side.resource = side.root = true;
  side.has_status = of.has_status;
  return side;
}

// Adds the fields that branches specify.
void AddBranchFields(const Conjuncts& place, std::vector<FieldSteps>& to) {
  constexpr std::size_t kMaxBranchFields = 16;
  const auto add = [&](std::string_view name) {
    const FieldSteps field = {{Step::Kind::kName, std::string(name)}};
    if (to.size() < kMaxBranchFields && std::ranges::find(to, field) == to.end()) to.push_back(field);
  };
  const auto add_all = [&](const objects::Checks& branch) {
    for (const std::string_view name : branch.required) add(name);
    for (const auto& field : branch.properties) add(field.key);
  };
  for (const auto* each : place.all) {
    for (const auto branches : {each->any_of, each->one_of}) {
      for (const auto* branch : branches) add_all(*branch);
    }
    if (each->not_schema != nullptr) add_all(*each->not_schema);
  }
}

// Whether the schema has a scalar type. A string with a format also accepts lists, and another version may accept
// objects; their contents are not compared, because the schema does not specify them.
bool IsScalar(const SchemaSide& side) {
  if (side.schema == nullptr) return false;
  const std::string_view type = side.schema->generic.type;
  return side.schema->extensions->x_int_or_string || (!type.empty() && type != "object" && type != "array");
}

}  // namespace

std::string FieldText(const FieldSteps& steps) {
  std::string text;
  for (const Step& step : steps) {
    switch (step.kind) {
      case Step::Kind::kName: text.append(".").append(step.name); break;
      case Step::Kind::kOtherKey: text.append("{}"); break;
      case Step::Kind::kElement: text.append("[]"); break;
    }
  }
  return text.empty() ? "." : text;
}

compare::Note* Walker::Note(Note::Kind kind, std::string_view keyword, const SchemaSide& from, const SchemaSide& to,
                            std::string before, std::string after, std::vector<std::string> hints) {
  compare::Note note{kind,
                     keyword,
                     steps_,
                     std::move(before),
                     std::move(after),
                     from.path->String(),
                     to.path->String(),
                     std::move(hints),
                     {},
                     {}};
  if (keyword != "properties") {
    for (std::string* path : {&note.before_path, &note.after_path}) path->append(".").append(keyword);
  }
  std::size_t bytes = note.before.size() + note.after.size() + note.before_path.size() + note.after_path.size() +
                      steps_.size() * sizeof(Step);
  for (const std::string& hint : note.hints) bytes += hint.size();
  if (!effort_.texts().Spend(bytes)) {
    complete_ = false;
    return nullptr;
  }
  return &notes_.emplace_back(std::move(note));
}

bool Walker::CheckValues(const SchemaSide& from, const SchemaSide& to, unsigned kinds) {
  std::vector<UnprovedObligation> refusals;
  Obligations obligations(effort_, &refusals);
  std::optional<Presence> presence;
  if ((kinds & kObject) != 0 && UsesPresence(to.conjuncts)) presence.emplace(from, to);
  CheckPlace({from.conjuncts, to.conjuncts, kinds, presence ? &presence->checks() : nullptr}, obligations);
  bool refused = false;
  for (UnprovedObligation& each : refusals) {
    refused = true;
    compare::Note* note = Note(Note::Kind::kRefused, each.keyword, from, to, std::move(each.before),
                               std::move(each.after), std::move(each.hints));
    const bool junctor = each.keyword == "anyOf" || each.keyword == "oneOf" || each.keyword == "not";
    if (note == nullptr || !junctor) continue;
    AddBranchFields(from.conjuncts, note->via);
    AddBranchFields(to.conjuncts, note->via);
  }
  return refused;
}

// Notes the changes of a value of any type as a whole instead of by field if it may be refused. Returns false if the
// caller must compare the fields.
bool Walker::VisitUnspecified(const Pair& pair, bool refused) {
  const SchemaSide &from = pair.from, &to = pair.to;
  if (from.schema != nullptr || (!validates_ && to.schema != nullptr)) return false;
  const bool container = (RangesOf(to.conjuncts).kinds & (kObject | kArray)) != 0;
  const bool loses = container && from.Preserves() && !to.Preserves();
  const bool anything = to.schema == nullptr && to.conjuncts.all.empty();
  if (!anything && (!from.conjuncts.all.empty() || !from.Preserves() || !MayRefuseWithin(to, effort_))) return false;
  if (!anything || loses) pair.touched.value = pair.touched.type = true;
  if (loses) Note(Note::Kind::kLost, "x-kubernetes-preserve-unknown-fields", from, to, "any field", "");
  if (!anything && container && !refused) Note(Note::Kind::kConcern, "properties", from, to, "any field", "");
  return true;
}

ValueChangesPtr Walker::Visit(const SchemaSide& from, const SchemaSide& to, unsigned kinds) {
  const bool deep = base::StackBytesLeft() < base::kStackReserve + kStackOfVisit;
  if (deep || effort_.texts().exhausted() || !effort_.Spend()) {
    complete_ = false;
    return nullptr;
  }
  if (validates_ && (kinds & kObject) != 0 && !HasObjects(from)) kinds &= ~static_cast<unsigned>(kObject);
  auto touched = std::make_unique<ValueChanges>();
  Pair pair{from, to, *touched};
  const bool has_values = (RangesOf(from.conjuncts).kinds & kinds) != 0;
  const bool refused = has_values && CheckValues(from, to, kinds);
  if (texts_) CompareTexts(from, to);
  if (!has_values) return nullptr;
  if (VisitUnspecified(pair, refused)) return touched->HasNoChanges() ? nullptr : std::move(touched);
  unsigned both = RangesOf(from.conjuncts).kinds & RangesOf(to.conjuncts).kinds & kinds;
  if (refused && validates_ && !HasObjects(to)) both &= ~static_cast<unsigned>(kObject);  // all objects are refused
  CompareTypes(pair);
  if (!from.prunes && IsScalar(from) && IsScalar(to)) both &= ~static_cast<unsigned>(kArray | kObject);
  if ((both & kArray) != 0) VisitItems(pair);
  if ((both & kObject) != 0) {
    pair.demanded = DemandedIn(from);
    pair.required = RequiredNames(to.conjuncts);
    VisitMembers(pair);
  }
  if ((both & kArray) != 0) CompareListTypes(pair);
  CheckConcerns(pair);
  CompareRules(pair);
  return touched->HasNoChanges() ? nullptr : std::move(touched);
}

WalkResult Walker::Take() && { return {std::move(notes_), complete_ && !effort_.exhausted()}; }

WalkResult WalkSchemas(const WalkedSchema& from, const WalkedSchema& to, bool texts, Effort& effort) {
  // A server runs rules in allOf, anyOf, oneOf and not only if the schema has other rules, too.
  const auto runs_rules = [](const WalkedSchema& of) {
    return of.schema != nullptr && expressions::RunsRules(*of.schema);
  };
  Walker walker(
      {texts, to.schema == nullptr || to.checks != nullptr, runs_rules(from) || !runs_rules(to), to.read_again},
      effort);
  const SchemaSide a = RootOf(from);
  SchemaSide b = RootOf(to);
  b.drops_status = to.has_status && !from.has_status;
  walker.Visit(a, b, kObject);
  return std::move(walker).Take();
}

}  // namespace structural::compare
