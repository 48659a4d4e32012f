#include "schema/fix/upgrade.h"

#include <algorithm>

#include "schema/base/pointer.h"
#include "schema/fix/changes.h"
#include "schema/fix/strategies.h"

namespace structural::fix {
namespace {

class Obstacles {
 public:
  Obstacles(const json& crd, PlanContext& work) : crd_(crd), work_(work) {}

  std::size_t Report() {
    Versions();
    for (const SharedField& shared : kShared) SaidTwice(shared);
    UnknownBefore();
    return count_;
  }

 private:
  void Add(std::string at, std::string reason) {
    work_.ProposeChange(ChangeImpact::kNeedsDecision, "upgrade", std::move(at), std::move(reason));
    ++count_;
  }

  void Versions();
  void SaidTwice(const SharedField& shared);
  void UnknownBefore();
  void UnknownInColumns(const json& holder, const std::string& at);

  const json& crd_;
  PlanContext& work_;
  std::size_t count_ = 0;
};

void Obstacles::Versions() {
  const auto versions = VersionsOf(crd_);
  if (versions.empty() && TextOf(SpecOf(crd_), "version").empty()) {
    Add("/spec", "the CRD has no version; add one to spec.versions");
  }
  if (PreservesUnknownFields(crd_) || HasSchema(SpecOf(crd_), "validation")) return;
  if (versions.empty()) Add("/spec", "the CRD has no schema but prunes, so it would keep no field; write a schema");
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (HasSchema(versions[i], "schema")) continue;
    Add(At(i), "the version has no schema but prunes, so it would keep no field; write a schema");
  }
}

void Obstacles::SaidTwice(const SharedField& shared) {
  if (!IsSpecified(SpecOf(crd_), shared.top)) return;
  const auto versions = VersionsOf(crd_);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (!IsSpecified(versions[i], shared.in_version)) continue;
    Add(base::ChildPointer(At(i), shared.in_version),
        "spec." + std::string(shared.top) +
            " applies to all versions and would replace this value; remove one of the two");
  }
}

void Obstacles::UnknownInColumns(const json& holder, const std::string& at) {
  const auto columns = ElementsOf(holder, kColumns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].contains("jsonPath")) continue;
    Add(base::ChildPointer(base::ChildPointer(base::ChildPointer(at, kColumns), i), "jsonPath"),
        "v1beta1 ignores this field, because it calls it JSONPath; v1 would show the column. "
        "Rename it to JSONPath, or remove it");
  }
}

// Reports fields that a server ignores in v1beta1, but would read in v1.
void Obstacles::UnknownBefore() {
  UnknownInColumns(SpecOf(crd_), "/spec");
  const auto versions = VersionsOf(crd_);
  for (std::size_t i = 0; i < versions.size(); ++i) UnknownInColumns(versions[i], At(i));
  const json* conversion = FindNonNull(SpecOf(crd_), "conversion");
  if (conversion == nullptr || !conversion->contains("webhook")) return;
  Add("/spec/conversion/webhook", "v1beta1 ignores this field; rename it to webhookClientConfig, or remove it");
}

}  // namespace

std::size_t ReportObstacles(const json& crd, PlanContext& work) { return Obstacles(crd, work).Report(); }

namespace {

class InPlace {
 public:
  InPlace(const json& crd, Changes& changes, PlanContext& work) : crd_(crd), changes_(changes), work_(work) {}

  void Do();

 private:
  void RenamePaths(const std::string& holder);
  void RemoveUnspecified(const json& object, const std::string& at, const char* key);
  void Conversion();

  const json& crd_;
  Changes& changes_;
  PlanContext& work_;
};

void InPlace::RenamePaths(const std::string& holder) {
  const json& object = crd_.at(json::json_pointer(holder));
  const std::string list = base::ChildPointer(holder, kColumns);
  const std::size_t count = ElementsOf(object, kColumns).size();
  if (count != 0) Report(work_, list, "v1 calls JSONPath jsonPath");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string column = base::ChildPointer(list, i);
    if (!ElementsOf(object, kColumns)[i].contains("JSONPath")) continue;
    changes_.Move(base::ChildPointer(column, "JSONPath"), base::ChildPointer(column, "jsonPath"));
  }
}

void InPlace::RemoveUnspecified(const json& object, const std::string& at, const char* key) {
  if (object.contains(key) && !IsSpecified(object, key)) changes_.Remove(base::ChildPointer(at, key));
}

// Removes empty parts of spec.conversion. For a webhook without conversionReviewVersions, which v1 requires, adds the
// default of v1beta1: [v1beta1].
void InPlace::Conversion() {
  RemoveUnspecified(SpecOf(crd_), "/spec", "conversion");
  const json* conversion = FindNonNull(SpecOf(crd_), "conversion");
  if (conversion == nullptr) return;
  for (const char* key : {"conversionReviewVersions", "webhookClientConfig"})
    RemoveUnspecified(*conversion, "/spec/conversion", key);
  if (TextOf(*conversion, "strategy") != "Webhook" || conversion->contains("conversionReviewVersions")) {
    return;
  }
  Report(work_, "/spec/conversion", "the default of conversionReviewVersions in v1beta1 is [v1beta1]");
  changes_.Add("/spec/conversion/conversionReviewVersions", {"v1beta1"}, "strategy");
}

void InPlace::Do() {
  Report(work_, "/apiVersion", "apiVersion is apiextensions.k8s.io/v1");
  changes_.Replace("/apiVersion", "apiextensions.k8s.io/v1");
  const json& spec = SpecOf(crd_);
  for (const SharedField& shared : kShared) RemoveUnspecified(spec, "/spec", shared.top);
  RenamePaths("/spec");
  for (std::size_t i = 0; i < VersionsOf(crd_).size(); ++i) {
    for (const SharedField& shared : kShared) RemoveUnspecified(VersionsOf(crd_)[i], At(i), shared.in_version);
    RenamePaths(At(i));
  }
  if (TextOf(spec, "scope").empty()) {
    Report(work_, "/spec", "the default of scope in v1beta1 is Namespaced");
    changes_.Add("/spec/scope", "Namespaced");
  }
  Conversion();
}

}  // namespace

void UpgradeInPlace(const json& crd, Changes& changes, PlanContext& work) { InPlace(crd, changes, work).Do(); }

namespace {

class Moves {
 public:
  Moves(const json& crd, Changes& changes, PlanContext& work) : crd_(crd), changes_(changes), work_(work) {}

  void Do();

 private:
  void Version();
  void ShareOut(const SharedField& shared);
  void AnySchema();
  void Conversion();

  const json& crd_;
  Changes& changes_;
  PlanContext& work_;
  bool new_list_ = false;  // whether the list of versions is new
};

void Moves::Version() {
  new_list_ = VersionsOf(crd_).empty();
  if (!SpecOf(crd_).contains("version")) return;
  if (!new_list_) {
    Report(work_, "/spec/version", "v1 has only versions");
    return changes_.Remove("/spec/version");
  }
  Report(work_, "/spec/version", "it becomes the only entry of versions, served and stored");
  changes_.Add("/spec/versions", json::array({{{"served", true}, {"storage", true}}}), "version");
  changes_.Move("/spec/version", "/spec/versions/0/name");
}

void Moves::ShareOut(const SharedField& shared) {
  const std::string from = base::ChildPointer("/spec", shared.top);
  if (!SpecOf(crd_).contains(shared.top)) return;
  Report(work_, from, "it moves to each entry of versions");
  const std::size_t last = VersionsOf(crd_).size() - 1;
  for (std::size_t i = 0; i < last; ++i) changes_.Copy(from, base::ChildPointer(At(i), shared.in_version));
  changes_.Move(from, base::ChildPointer(At(last), shared.in_version));
}

void Moves::AnySchema() {
  for (std::size_t i = 0; i < VersionsOf(crd_).size(); ++i) {
    if (HasSchema(VersionsOf(crd_)[i], "schema")) continue;
    Report(work_, new_list_ ? "/spec" : At(i), "v1 requires a schema; this one keeps all fields");
    changes_.Add(base::ChildPointer(At(i), "schema"), {{"openAPIV3Schema", {{"type", "object"}, {kPreserve, true}}}});
  }
}

void Moves::Conversion() {
  const json* conversion = FindNonNull(SpecOf(crd_), "conversion");
  if (conversion == nullptr) return;
  const bool reviews = conversion->contains("conversionReviewVersions");
  const bool client = conversion->contains("webhookClientConfig");
  if (!reviews && !client) return;
  const std::string at = "/spec/conversion";
  Report(work_, at,
         "the configuration of the webhook moves to webhook, and its client configuration to "
         "clientConfig");
  changes_.Add(at + "/webhook", json::object(), "strategy");
  if (client) changes_.Move(at + "/webhookClientConfig", at + "/webhook/clientConfig");
  if (reviews) {
    changes_.Move(at + "/conversionReviewVersions", at + "/webhook/conversionReviewVersions");
  }
}

void Moves::Do() {
  Version();
  for (const SharedField& shared : kShared) ShareOut(shared);
  AnySchema();
  Conversion();
}

}  // namespace

void UpgradeByMoves(const json& crd, Changes& changes, PlanContext& work) { Moves(crd, changes, work).Do(); }

namespace {

constexpr const char* kOld = "apiextensions.k8s.io/v1beta1";

// Adapts the fixed CRD to other requirements of v1: removes preserveUnknownFields if the original omits it, and sets
// the approval that protected groups need.
void AdaptToV1(const json& before, const Choices& choices, PlanContext& work, Plan& plan) {
  json fixed = json::parse(plan.fixed);
  if (!before.at("spec").contains("preserveUnknownFields")) fixed["spec"].erase("preserveUnknownFields");
  if (!HasSchema(SpecOf(before), "validation")) {  // each version has its own schema
    const json* validation = Find(SpecOf(before), "validation");
    fixed["spec"].erase("validation");
    if (validation != nullptr) fixed["spec"]["validation"] = *validation;
  }
  FixApproval(fixed, choices, work);
  plan.edits = Difference(before, fixed);
  plan.fixed = fixed.dump();
}

// Returns kLimitExceeded if the CRD in v1, in which each version has a copy of the shared parts, would exceed 3 MiB. A
// server accepts no larger request.
base::Status CheckCopies(const json& crd) {
  constexpr std::size_t kRequest = std::size_t{3} << 20;
  std::size_t shared = 0;
  for (const SharedField& part : kShared) {
    const json* value = FindNonNull(SpecOf(crd), part.top);
    if (value != nullptr) shared += value->dump().size();
  }
  if (shared * VersionsOf(crd).size() <= kRequest + shared) return base::Ok();
  return {base::ErrorCode::kLimitExceeded, "the CRD in v1 would exceed the server's limit of 3 MiB: each of its " +
                                               std::to_string(VersionsOf(crd).size()) +
                                               " versions needs a copy of the shared parts"};
}

// Returns a plan without changes that reports the obstacles.
Plan Refused(std::string_view crd, Plan plan, std::size_t obstacles) {
  std::erase_if(plan.items, [](const Item& item) { return item.done; });
  if (plan.left != 0) {
    plan.items.push_back({"upgrade", ChangeImpact::kNeedsDecision, "/apiVersion",
                          "the CRD stays in v1beta1: violations remain, and the server accepts "
                          "only structural schemas in v1",
                          false});
  }
  return {std::move(plan.items), {}, {}, std::string(crd), plan.left + obstacles};
}

// Returns a plan without changes for a CRD in v1: its violations are reported, but not fixed.
base::Result<Plan> PlanForV1(std::string_view text) {
  auto plan = PlanViolations(text);
  if (!plan.ok() || plan->left == 0) return plan;
  plan->items.push_back({"upgrade", ChangeImpact::kNeedsDecision, "/apiVersion",
                         "the CRD is already in v1, but not structural; run structural fix", false});
  return plan;
}

}  // namespace

base::Result<Plan> MakeUpgrade(std::string_view text, ChangeImpact max, const Choices& choices) {
  auto plan = MakePlan(text, max, choices);
  if (!plan.ok()) return plan.error();
  const json before = json::parse(text);
  if (TextOf(before, "apiVersion") != kOld) return PlanForV1(text);
  PlanContext work(max, plan->items);
  const std::size_t obstacles = ReportObstacles(before, work);
  if (obstacles + plan->left != 0) return Refused(text, *std::move(plan), obstacles);
  AdaptToV1(before, choices, work, *plan);
  json crd = json::parse(plan->fixed);
  const base::Status small = CheckCopies(crd);
  if (!small.ok()) return small.error();
  Changes in_place(crd), moves(crd);
  UpgradeInPlace(crd, in_place, work);
  UpgradeByMoves(crd, moves, work);
  std::ranges::move(in_place.Take(), std::back_inserter(plan->edits));
  plan->moves = moves.Take();
  plan->fixed = crd.dump();
  return plan;
}

void Changes::Note(Edit edit) {
  json operation = {{"op", NameOf(edit.kind)}, {"path", edit.path}};
  if (!edit.value.empty()) operation["value"] = json::parse(edit.value);
  if (!edit.from.empty()) operation["from"] = edit.from;
  crd_.patch_inplace(json::array({std::move(operation)}));
  edits_.push_back(std::move(edit));
}

void Changes::Add(const std::string& path, json value, std::string after) {
  Note({Edit::Kind::kAdd, path, value.dump(), {}, std::move(after)});
}

void Changes::Replace(const std::string& path, json value) { Note({Edit::Kind::kReplace, path, value.dump()}); }

void Changes::Remove(const std::string& path) { Note({Edit::Kind::kRemove, path}); }

void Changes::Move(const std::string& from, const std::string& path) { Note({Edit::Kind::kMove, path, {}, from}); }

void Changes::Copy(const std::string& from, const std::string& path) { Note({Edit::Kind::kCopy, path, {}, from}); }

}  // namespace structural::fix
