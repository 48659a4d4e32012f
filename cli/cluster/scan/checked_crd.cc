#include "cli/cluster/scan/checked_crd.h"

#include <set>
#include <string>
#include <unordered_set>

#include "cli/report/findings/server_errors.h"
#include "controller/crd_api.h"
#include "controller/decide.h"
#include "schema/base/proto_object.h"
#include "schema/base/quote.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/meta.h"
#include "schema/crd/proto_json.h"
#include "schema/validate/rule_ids.h"

namespace structural::scan {

using base::Error;
using base::ErrorCode;

namespace {

constexpr std::string_view kStructuralError = "StructuralError";

Row Unreadable(std::string_view item, std::string error) {
  Row row;
  row.state = State::kUnreadable;
  row.error = std::move(error);
  const auto meta = crd::ReadMeta(item);
  if (meta.ok()) row.name = meta->name;
  return row;
}

// Adds violations to a list, and drops duplicates. Duplicates occur because several versions can share one schema.
class DistinctViolations {
 public:
  explicit DistinctViolations(std::vector<Violation>& to) : to_(to) {}

  void Add(Violation violation) {
    std::string key = violation.path + "\n" + violation.message + "\n";
    if (known_.insert(key.append(violation.rule)).second) to_.push_back(std::move(violation));
  }

 private:
  std::vector<Violation>& to_;
  std::unordered_set<std::string> known_;
};

// Adds a violation for each unsupported keyword of each version. A server reports only the first keyword.
void AddUnsupported(const crd::CustomResourceDefinition& crd, DistinctViolations& to) {
  const kubernetes::FieldPath spec("spec");
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    if (crd.versions[i].schema == nullptr) continue;
    const kubernetes::FieldPath version = spec.Child("versions", i);
    const kubernetes::FieldPath schema = version.Child("schema");
    for (auto& keyword : findings::FindUnsupported(*crd.versions[i].schema, schema.Child("openAPIV3Schema"))) {
      to.Add({keyword.rule, std::move(keyword.path), std::move(keyword.text)});
    }
  }
}

ConditionText StoredConditionOf(const crd::CustomResourceDefinition& crd) {
  if (!crd.conditions) return {};
  for (const crd::StatusCondition& condition : *crd.conditions) {
    if (condition.type != crd::kNonStructuralSchema) continue;
    return {std::string(condition.status), std::string(condition.reason), std::string(condition.message),
            std::string(condition.last_transition_time)};
  }
  return {};
}

Agreement AgreementOf(const crd::CustomResourceDefinition& crd, const crd::EvaluationResult& verdict) {
  const auto decision = controller::Decide(crd, verdict, "");
  if (!decision) return Agreement::kAgrees;
  switch (decision->change) {
    case controller::Change::kAdded: return Agreement::kMissing;
    case controller::Change::kChanged: return Agreement::kDiffers;
    case controller::Change::kRemoved: return Agreement::kStale;
  }
  return Agreement::kDiffers;
}

void SetVerdict(const crd::CustomResourceDefinition& crd, const crd::EvaluationResult& verdict, Row& row) {
  if (!verdict.condition) return;
  row.wanted = {std::string(verdict.condition->status), std::string(verdict.condition->reason),
                verdict.condition->message, ""};
  DistinctViolations distinct(row.violations);
  for (const kubernetes::Violation& violation : verdict.violations) {
    distinct.Add({violation.rule, violation.field(), violation.Body()});
  }
  const bool error = verdict.condition->reason == kStructuralError;
  row.state = error ? State::kStructuralError : State::kNonStructural;
  if (error) AddUnsupported(crd, distinct);
}

// Sets in `row` whether a server of the release would accept the CRD if it was created again, and the errors of the
// server that are not violations. Precondition: the CRD is in v1.
void SetRecreation(std::string_view json, const crd::CustomResourceDefinition& crd, validate::Release release,
                   base::Arena& arena, Row& row) {
  row.server = release;
  std::unordered_set<std::string_view> said;
  for (const Violation& violation : row.violations) said.insert(violation.path);
  DistinctViolations distinct(row.refusals);
  for (findings::ServerError& error : findings::CreateErrors(json, crd, release, arena)) {
    // Skips unsupported keywords, because row.violations already has them.
    if (error.rule == validate::kKeywords && said.contains(error.path)) continue;
    distinct.Add({error.rule, std::move(error.path), std::move(error.message)});
  }
  const bool allowed = row.violations.empty() && row.refusals.empty();
  row.recreation = allowed ? Recreation::kAllowed : Recreation::kRefused;
}

}  // namespace

CheckedCrd CheckListedCrd(std::string_view item, crd::ApiVersion default_version, base::Arena& arena,
                          validate::Release release) {
  auto decoded = crd::DecodeItem(item, default_version, arena);
  if (!decoded.ok()) return {Unreadable(item, decoded.error().message()), std::nullopt};
  const crd::EvaluationResult verdict = crd::Evaluate(*decoded, arena);
  Row row;
  row.name = decoded->metadata.name;
  for (const crd::Version& version : decoded->versions) row.versions.emplace_back(version.name);
  SetVerdict(*decoded, verdict, row);
  row.found = StoredConditionOf(*decoded);
  row.agreement = AgreementOf(*decoded, verdict);
  row.prunes = !decoded->preserve_unknown_fields;
  row.pruning_drops_fields = crd::MayLoseFields(*decoded);
  if (decoded->api_version != crd::ApiVersion::kV1) return {std::move(row), *std::move(decoded), item};
  std::string buffer;
  const auto json = crd::JsonOf(item, buffer);
  if (!json.ok()) return {Unreadable(item, json.error().message()), std::nullopt};
  const std::string_view text = base::IsProtoObject(item) ? arena.Copy(*json) : *json;
  SetRecreation(text, *decoded, release, arena, row);
  return {std::move(row), *std::move(decoded), text};
}

std::string ExplainError(const base::Error& error) {
  const std::string text = base::EscapeUnprintable(error.message());
  const auto with = [&](const char* advice) { return text + "\n  " + advice; };
  switch (error.code()) {
    case ErrorCode::kForbidden:
      return with(
          "The user needs the right to list customresourcedefinitions.apiextensions.k8s.io (with "
          "--watch also to watch them)\n"
          "  in the whole cluster, by a ClusterRole and a ClusterRoleBinding. Check it with "
          "`kubectl auth can-i list crds`.");
    case ErrorCode::kUnauthorized:
      return with(
          "The server does not accept these credentials. Log in again, or select another --context "
          "or --user.");
    default: return text;
  }
}

base::Status CheckAllCrds(kube::Client& client, const OnCheckedCrd& on_checked, std::stop_token stop,
                          validate::Release release) {
  controller::CrdApi api(client);
  const base::Status found = api.DiscoverVersion(stop);
  if (!found.ok()) return found.error();
  base::Arena arena;
  // Names of the CRDs so far. A CRD can occur a second time if the list was restarted, or if the server is faulty.
  std::set<std::string> seen;
  bool restarted = false;
  const auto on_item = [&](std::string_view item) {
    const CheckedCrd checked = CheckListedCrd(item, api.version(), arena, release);
    const bool is_new = seen.insert(checked.row.name).second;
    const bool unnamed = checked.row.name.empty() && !restarted;
    if (is_new || unnamed) on_checked(checked);
    arena.Reset();
  };
  const auto listed = client.List(controller::CrdCollection(api.version()),
                                  {.kind = controller::kCrdListKind,
                                   .on_restart = [&] { restarted = true; },
                                   .accept = controller::AcceptAsJson(api.version())},
                                  on_item, stop);
  if (!listed.ok()) return listed.error();
  return base::Ok();
}

}  // namespace structural::scan
