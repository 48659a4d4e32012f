// Operations on CRDs: the condition, the conversion, the server's errors, compatibility, differences and fixes.
#include <span>

#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "cli/report/fix/refusals.h"
#include "schema/base/proto_object.h"
#include "schema/compare/compare.h"
#include "schema/compare/json_form.h"
#include "schema/crd/convert.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/meta.h"
#include "schema/crd/proto_json.h"
#include "schema/fix/upgrade.h"
#include "schema/go/base64.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/validate/compatibility/change.h"
#include "schema/validate/validate.h"

namespace structural::cli {
namespace {

// The creation or an update of a CRD. An input line is the CRD itself, {"old": CRD, "new": CRD}, or {"new": CRD} with
// further keys. The fields of the struct are views of the line.
struct ChangeLine {
  std::string_view before;  // JSON of the CRD before the update; empty if `after` is created
  std::string_view after;
  std::string_view request_kind;
};

base::Result<ChangeLine> ReadChangeLine(std::string_view text, base::Arena& arena) {
  ChangeLine line;
  json::JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    const std::string_view value = in.Skip();
    if (key == "old") line.before = value;
    if (key == "new") line.after = value;
    if (key == "requestKind") line.request_kind = value;
  }
  if (!in.AtEnd()) return in.error();
  if (line.after.empty()) line = {{}, text, {}};
  return line;
}

// Returns the CRD in a line: the decoded bytes of {"protobuf": BASE64}, otherwise the line itself.
base::Result<std::string_view> ObjectIn(std::string_view line, base::Arena& arena) {
  json::JsonReader in(line, arena);
  std::string_view key;
  in.BeginObject();
  if (!in.NextKey(&key) || key != "protobuf") return line;
  const auto bytes = go::DecodeBase64(in.String());
  if (!bytes) return {base::ErrorCode::kInvalidInput, "protobuf: the text is not Base64"};
  return arena.Copy(std::string_view(*bytes));
}

}  // namespace

// Line: a CRD, or {"protobuf": CRD as Base64}. Answer: {"apiVersion","condition","errors","name"}, the
// NonStructuralSchema condition that the CRD should have, and the violations.
base::Result<std::string> AnswerConditionLine(std::string_view line, base::Arena& arena) {
  const auto object = ObjectIn(line, arena);
  if (!object.ok()) return object.error();
  const auto crd = crd::Decode(*object, arena);
  if (!crd.ok()) return crd.error();
  const crd::EvaluationResult verdict = crd::Evaluate(*crd, arena);
  json::Writer to;
  to.BeginObject().Add("apiVersion", crd::Name(crd->api_version)).Key("condition");
  if (const auto& condition = verdict.condition) {
    to.BeginObject().Add("type", crd::kNonStructuralSchema).Add("status", condition->status);
    to.Add("reason", condition->reason).Add("message", condition->message).EndObject();
    to.Key("errors");
    verdict.violations.empty() ? to.Add(nullptr) : to.Add(TextsOf(verdict.violations));
  } else {
    to.Add(nullptr);
  }
  return to.Add("name", crd->metadata.name).EndObject().Take();
}

// Line: {"protobuf": CRD as Base64}. Answer: the CRD in the JSON that a server would send.
base::Result<std::string> AnswerCrdJsonLine(std::string_view line, base::Arena& arena) {
  const auto object = ObjectIn(line, arena);
  if (!object.ok()) return object.error();
  if (base::IsProtoObject(*object)) return crd::ProtoToJson(*object);
  return base::Error(base::ErrorCode::kInvalidInput, "the line has no object in protobuf");
}

// Line: a CRD. Answer: the CRD in v1beta1 and in v1.
base::Result<std::string> AnswerConvertLine(std::string_view line, base::Arena& arena) {
  auto converted = crd::Convert(line, arena);
  if (!converted.ok()) return converted.error();
  return std::move(converted->json);
}

// Line: a CRD. Answer: the violations that API servers 1.15 to 1.17 find in its internal form.
base::Result<std::string> AnswerConditionInternalLine(std::string_view line, base::Arena& arena) {
  const auto verdict = crd::EvaluateInternal(line, arena);
  if (!verdict.ok()) return verdict.error();
  json::Writer to;
  to.BeginObject().Add("apiVersion", crd::Name(verdict->api_version));
  const bool represented = verdict->structural_error.empty();
  if (represented) to.Add("errors", TextsOf(verdict->violations));
  to.Add("name", verdict->name);
  if (!represented) to.Add("structuralError", verdict->structural_error);
  return to.EndObject().Take();
}

// Line: a CRD to create, or {"old": CRD, "new": CRD} for an update. Answer:
// {"apiVersion","errors","name","op","valid"}, with "status" and "warnings" if they are not empty. The member
// "kubernetesVersion": "1.21" of the line selects the release of the server.
base::Result<std::string> AnswerValidateLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  const auto release = ReleaseIn(text, arena);
  if (!release.ok()) return release.error();
  const validate::Server server{.release = *release};
  const bool update = !line->before.empty();
  const auto verdict = update ? validate::ValidateUpdate(line->after, line->before, arena, server)
                              : validate::ValidateCreate(line->after, arena, server);
  if (!verdict.ok()) return verdict.error();
  json::Writer to;
  to.BeginObject().Add("apiVersion", crd::Name(verdict->api_version));
  to.Add("errors", TextsOf(verdict->errors)).Add("name", verdict->name);
  to.Add("op", update ? "update" : "create");
  if (!verdict->valid()) to.Add("status", validate::StatusMessage(*verdict));
  to.Add("valid", verdict->valid());
  std::vector<std::string> warnings;
  for (const validate::Warning& warning : verdict->warnings) warnings.push_back(warning.text);
  if (!warnings.empty()) to.Add("warnings", warnings);
  return to.EndObject().Take();
}

namespace {

using compatibility::Policy;
using compatibility::RuleViolation;

crd::ApiVersion AskedFor(const ChangeLine& line, crd::ApiVersion own, base::Arena& arena) {
  json::JsonReader in(line.request_kind, arena);
  std::string_view key, version;
  if (line.request_kind.empty()) return own;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "version") {
      version = in.String();
    } else {
      in.Skip();
    }
  }
  return version == "v1beta1" ? crd::ApiVersion::kV1beta1 : crd::ApiVersion::kV1;
}

std::string Written(const std::vector<RuleViolation>& violations, std::string_view name) {
  std::vector<std::string> errors;
  std::vector<std::string_view> rules;
  for (const RuleViolation& violation : violations) {
    errors.push_back(violation.error.Text());
    rules.push_back(violation.rule);
  }
  json::Writer to;
  to.BeginObject().Add("allowed", violations.empty()).Add("errors", errors).Add("name", name);
  return to.Add("rules", rules).EndObject().Take();
}

base::Result<std::string> Answer(std::string_view text, Policy policy, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  const auto after = crd::Decode(line->after, arena);
  if (!after.ok()) return after.error();
  compatibility::Change change{.after = *after,
                               .text = line->after,
                               .text_before = line->before,
                               .request_version = AskedFor(*line, after->api_version, arena)};
  const auto before =
      line->before.empty() ? base::Result<crd::CustomResourceDefinition>({}) : crd::Decode(line->before, arena);
  if (!before.ok()) return base::Error(before.error().code(), "old: " + before.error().message());
  if (!line->before.empty()) change.before = &*before;
  return Written(compatibility::FindViolations(change, policy, arena), after->metadata.name);
}

}  // namespace

// Line: a CRD to create, or {"old": CRD, "new": CRD} for an update. Answer: {"allowed","errors","name","rules"}, the
// compatibility rules that the change breaks. The optional member "requestKind": {"version": "v1beta1"} is the version
// of the API that the client used; its default is the version of the new CRD.
base::Result<std::string> AnswerCompatibilityLine(std::string_view line, base::Arena& arena) {
  return Answer(line, Policy::kServer, arena);
}

base::Result<std::string> AnswerKepCompatibilityLine(std::string_view line, base::Arena& arena) {
  return Answer(line, Policy::kKep, arena);
}

// Line: {"old": CRD, "new": CRD}. Answer: {"changes", "complete", "name", "versions"}, the effects of the update on
// objects.
base::Result<std::string> AnswerDiffLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->before.empty()) return {base::ErrorCode::kInvalidInput, "no old CRD"};
  auto comparison = compare::Compare(line->before, line->after, arena);
  if (!comparison.ok()) return comparison.error();
  compare::FindWitnesses(line->before, line->after, *comparison, arena);
  json::Writer to;
  to.BeginObject().Key("changes").BeginList();
  for (const compare::Change& change : comparison->changes) {
    to.BeginObject();
    compare::AddMembers(change, to);
    to.EndObject();
  }
  to.EndList().Add("complete", comparison->complete && comparison->search_completed).Add("name", comparison->name);
  to.Key("versions").BeginList();
  for (const auto& version : comparison->versions) compare::AddVersion(version, to);
  return to.EndList().EndObject().Take();
}

namespace {

void AppendEdits(std::span<const fix::Edit> edits, json::Writer& to) {
  for (const fix::Edit& edit : edits) {
    to.BeginObject().Add("op", json::NameOf(edit.kind)).Add("path", edit.path);
    if (!edit.from.empty()) to.Add("from", edit.from);
    if (!edit.value.empty()) to.Key("value").Raw(edit.value);
    to.EndObject();
  }
}

// Returns the plan as JSON. `left`: number of violations that remain after it. `refused`: number of items about a
// server's errors, which are the last items of the plan.
std::string Answer(const fix::Plan& plan, std::size_t left, std::size_t refused) {
  json::Writer to;
  to.BeginObject().Key("crd").Raw(plan.fixed).Key("edits").BeginList();
  AppendEdits(plan.edits, to);
  AppendEdits(plan.moves, to);
  to.EndList().Key("items").BeginList();
  const std::span<const fix::Item> items = plan.items;
  for (const fix::Item& item : items.first(items.size() - refused)) {
    to.BeginObject().Add("rule", item.rule).Add("class", fix::NameOf(item.impact));
    to.Add("path", item.path).Add("reason", item.reason).Add("done", item.done).EndObject();
  }
  to.EndList().Add("left", left).Key("refused").BeginList();
  for (const fix::Item& item : items.last(refused)) {
    to.BeginObject().Add("rule", item.rule).Add("path", item.path).Add("reason", item.reason);
    to.EndObject();
  }
  return to.EndList().EndObject().Take();
}

using Planning = base::Result<fix::Plan> (*)(std::string_view crd, fix::ChangeImpact max, const fix::Choices& choices);

base::Result<std::string> PlanText(std::string_view text, base::Arena& arena, Planning make_plan) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const json::Value* crd = line->Find("crd");
  if (crd == nullptr) return {base::ErrorCode::kInvalidInput, "the line has no crd"};
  const json::Value* allow = line->Find("allow");
  const auto max = fix::ParseImpact(allow != nullptr && allow->is_string() ? allow->text() : "wider");
  if (!max) return {base::ErrorCode::kInvalidInput, "allow must be same, typed or wider"};
  std::string json;
  json::AppendJson(*crd, json);
  auto plan = make_plan(json, *max, {});
  if (!plan.ok()) return plan.error();
  const std::size_t left = plan->left, items = plan->items.size();
  AddRefusals(json, *plan);
  return Answer(*plan, left, plan->items.size() - items);
}

}  // namespace

// Line: {"crd": C, "allow": "wider"}. Answer: the changes that make C structural, and the errors of a server that
// remain. "allow" is the largest allowed impact of a change.
base::Result<std::string> AnswerFixLine(std::string_view text, base::Arena& arena) {
  return PlanText(text, arena, fix::MakePlan);
}

// Line: {"crd": C, "allow": "wider"}. Answer: the changes that convert C to v1 and make it structural, and the errors
// of a server that remain.
base::Result<std::string> AnswerUpgradeLine(std::string_view text, base::Arena& arena) {
  return PlanText(text, arena, fix::MakeUpgrade);
}

}  // namespace structural::cli
