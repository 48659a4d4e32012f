// The operation that sends a sequence of requests to one object. Line: {"crd": C, "name": N, "namespace": S, "live": O,
// "crdStored": true, "requests": [{"verb", "manager", "force", "version", "subresource", "fieldValidation", "at",
// "body" or "text"}]}. Answer: {"answers": [{"code", "object", "errors", "status", "conflicts", "warnings",
// "parent"}]}.
#include <algorithm>
#include <optional>

#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "document/reader.h"
#include "schema/admission/admit.h"
#include "schema/admission/object_server.h"
#include "schema/admission/resource.h"
#include "schema/admission/strategy.h"
#include "schema/base/quote.h"
#include "schema/go/letter_case.h"
#include "schema/json/members.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using admission::FieldValidation;
using admission::ObjectAnswer;
using admission::ObjectRequest;
using admission::ServedResource;
using admission::ServedVersion;
using admission::Verb;
using base::ErrorCode;
using go::EqualFold;
using json::JsonReader;
using json::Value;

constexpr std::int64_t kMaxSeconds = 100'000;

// One of the requests in a line. `body` is JSON. If `text` is set, it is sent instead of `body`. Absent members are
// empty.
struct ApplyStep {
  std::string_view verb, manager, version, subresource, field_validation, body;
  std::optional<bool> force = {};
  std::optional<std::int64_t> at = {};
  std::optional<std::string_view> text = {};
};

struct AppliesLine {
  std::string_view crd, name, namespace_name, live;
  bool crd_stored = false;
  std::vector<ApplyStep> steps;
};

// Reads a string or null. Returns an empty text for null.
std::string_view OptionalText(JsonReader& in) {
  if (in.Peek() != JsonReader::Kind::kNull) return in.String();
  in.Null();
  return {};
}

bool SkipNull(JsonReader& in) {
  if (in.Peek() != JsonReader::Kind::kNull) return false;
  in.Null();
  return true;
}

ApplyStep ReadStep(JsonReader& in) {
  ApplyStep step;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (EqualFold(key, "verb")) {
      step.verb = OptionalText(in);
    } else if (EqualFold(key, "manager")) {
      step.manager = OptionalText(in);
    } else if (EqualFold(key, "version")) {
      step.version = OptionalText(in);
    } else if (EqualFold(key, "subresource")) {
      step.subresource = OptionalText(in);
    } else if (EqualFold(key, "fieldvalidation")) {
      step.field_validation = OptionalText(in);
    } else if (EqualFold(key, "force")) {
      if (!SkipNull(in)) step.force = in.Bool();
    } else if (EqualFold(key, "at")) {
      if (!SkipNull(in)) step.at = in.Int64();
    } else if (EqualFold(key, "text")) {
      if (!SkipNull(in)) step.text = in.String();
    } else if (EqualFold(key, "body")) {
      step.body = in.Skip();
    } else {
      in.Skip();
    }
  }
  return step;
}

base::Result<AppliesLine> ReadAppliesLine(std::string_view text, base::Arena& arena) {
  AppliesLine line;
  JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (EqualFold(key, "crd")) {
      line.crd = in.Skip();
    } else if (EqualFold(key, "name")) {
      line.name = OptionalText(in);
    } else if (EqualFold(key, "namespace")) {
      line.namespace_name = OptionalText(in);
    } else if (EqualFold(key, "live")) {
      line.live = in.Skip();
    } else if (EqualFold(key, "crdstored")) {
      if (!SkipNull(in)) line.crd_stored = in.Bool();
    } else if (EqualFold(key, "requests")) {
      line.steps.clear();
      if (SkipNull(in)) continue;
      for (in.BeginArray(); in.NextElement();) line.steps.push_back(ReadStep(in));
    } else {
      in.Skip();
    }
  }
  if (!in.AtEnd()) return in.error();
  if (line.name.empty()) return {ErrorCode::kInvalidInput, "no name"};
  return line;
}

// Returns the time that is `at` seconds after the start of the year 2100: "2100-01-01T00:00:05Z" for 5.
std::string TimeOf(std::int64_t at) {
  const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return "2100-01-" + two(1 + at / 86'400) + "T" + two(at / 3'600 % 24) + ":" + two(at / 60 % 60) + ":" + two(at % 60) +
         "Z";
}

std::optional<Verb> VerbOf(std::string_view name) {
  if (name == "apply") return Verb::kApply;
  if (name == "create") return Verb::kCreate;
  if (name == "update") return Verb::kUpdate;
  if (name == "merge") return Verb::kMergePatch;
  if (name == "json") return Verb::kJsonPatch;
  return std::nullopt;
}

// Removes the members of metadata, and the times in managedFields, to which a server gives other values in each run.
void HideServerFields(Value& object, base::Arena& arena) {
  for (const std::string_view key : {"creationTimestamp", "resourceVersion", "selfLink", "uid"})
    admission::SetMetadata(object, key, Value(), arena);
  const Value entries = admission::MetadataField(object, admission::kManagedFields);
  if (entries.is_null()) return;
  Value shown = json::DeepCopy(entries, arena);
  for (Value& entry : shown.elements()) json::Take(entry, "time");
  admission::SetMetadata(object, admission::kManagedFields, shown, arena);
}

// Sends the requests of one line to an ObjectServer, in their order, and writes the answers.
class Sequence {
 public:
  Sequence(const AppliesLine& line, const ServedResource& resource, base::Arena& arena)
      : line_(line),
        resource_(resource),
        arena_(arena),
        namespace_name_(!resource.namespaced          ? ""
                        : line.namespace_name.empty() ? "default"
                                                      : line.namespace_name) {
    admission::CompileApplicable(resource, arena, applicable_);
  }

  base::Result<std::string> Run();

 private:
  base::Result<ObjectRequest> RequestOf(const ApplyStep& step);
  base::Status ReadText(const ApplyStep& step, ObjectRequest& request);
  void AddRevision(ObjectRequest& request);
  void Answered(const ObjectRequest& request, ObjectAnswer answer, json::Writer& to);

  const AppliesLine& line_;
  const ServedResource& resource_;
  base::Arena& arena_;
  base::Arena work_;  // memory of one request
  std::string_view namespace_name_;
  admission::ApplicableResource applicable_;
  std::optional<admission::ObjectServer> server_;
  std::int64_t at_ = -1;
  std::vector<std::string> repeated_keys_;  // repeated keys of the current request
};

// Sets the body of `request`. If the request is an apply, also parses its body as YAML, and sets the syntax error or
// the repeated keys in `request`.
base::Status Sequence::ReadText(const ApplyStep& step, ObjectRequest& request) {
  repeated_keys_.clear();
  request.body = step.text ? *step.text : step.body;
  if (request.verb != Verb::kApply) return base::Ok();
  const auto read = document::ReadYaml(request.body);
  if (const auto* problem = std::get_if<document::Problem>(&read)) {
    request.yaml_error = work_.Copy(problem->message);
    return base::Ok();
  }
  const auto& yaml = std::get<document::Document>(read);
  for (const document::DuplicateKey& key : yaml.duplicates) {
    repeated_keys_.push_back("line " + std::to_string(key.second.line) + ": key " + base::Quote(key.key) +
                             " already set in map");
  }
  request.repeated_keys = repeated_keys_;
  request.body = work_.Copy(yaml.json);
  return base::Ok();
}

// If an update has no resourceVersion, adds that of the live object, because clients send the resourceVersion that they
// have read.
void Sequence::AddRevision(ObjectRequest& request) {
  const ServedVersion* any = resource_.Storage();
  if (request.verb != Verb::kUpdate || any == nullptr) return;
  const Value live = server_->Get(*any, work_);
  Fields object = FieldsOf(request.body, work_);
  if (live.is_null() || !object["metadata"].starts_with('{')) return;
  Fields metadata = FieldsOf(object["metadata"], work_);
  const std::string_view given = metadata["resourceVersion"];
  if (!given.empty() && given != "null") return;
  const std::string revision = "\"" + std::string(admission::MetadataText(live, "resourceVersion")) + "\"";
  metadata["resourceVersion"] = revision;
  const std::string with_revision = JsonOf(metadata);
  object["metadata"] = with_revision;
  request.body = work_.Copy(JsonOf(object));
}

base::Result<ObjectRequest> Sequence::RequestOf(const ApplyStep& step) {
  const auto verb = VerbOf(step.verb);
  if (!verb) return {ErrorCode::kInvalidInput, "unknown verb"};
  if (*verb == Verb::kCreate && !step.subresource.empty())
    return {ErrorCode::kInvalidInput, "create has no subresource"};
  at_ = step.at ? *step.at : at_ + 1;
  if (at_ < 0 || at_ > kMaxSeconds) return {ErrorCode::kInvalidInput, "at must be within 0 and 100000"};
  ObjectRequest request{.verb = *verb,
                        .body = {},
                        .version = step.version,
                        .subresource = step.subresource,
                        .manager = step.manager,
                        .force = step.force,
                        .now = work_.Copy(TimeOf(at_)),
                        .uid = admission::kFixedFields.uid};
  if (step.field_validation == "Warn") request.field_validation = FieldValidation::kWarn;
  if (step.field_validation == "Strict") request.field_validation = FieldValidation::kStrict;
  const base::Status read = ReadText(step, request);
  if (!read.ok()) return read.error();
  const auto body = json::Parser(work_).Parse(request.body);
  const Value object = body.ok() ? *body : Value();
  if (request.version.empty()) {
    const ServedVersion* version = VersionFor(resource_, {}, TextOf(object.Find("apiVersion")));
    if (version != nullptr) request.version = version->name;
  }
  AddRevision(request);
  return request;
}

void Sequence::Answered(const ObjectRequest& request, ObjectAnswer answer, json::Writer& to) {
  std::vector<std::string> errors = kubernetes::TextsOf(answer.errors);
  std::ranges::sort(errors);
  std::ranges::sort(answer.warnings);
  const auto repeated = std::ranges::unique(answer.warnings);
  answer.warnings.erase(repeated.begin(), repeated.end());
  std::ranges::stable_sort(answer.conflicts, {}, &merge::AppliedObject::FieldConflict::manager);
  to.BeginObject().Add("code", answer.http_status);
  to.Key("conflicts").BeginList();
  for (const auto& conflict : answer.conflicts) {
    to.BeginObject().Add("field", admission::FieldText(conflict)).Add("manager", conflict.info.manager).EndObject();
  }
  to.EndList().Add("errors", errors);
  HideServerFields(answer.object, work_);
  to.Add("object", answer.object);
  if (request.subresource == "scale") {
    const ServedVersion* version = resource_.Find(request.version);
    Value parent = version == nullptr || !version->served ? Value() : server_->Get(*version, work_);
    HideServerFields(parent, work_);
    if (!parent.is_null()) to.Add("parent", parent);
  }
  to.Add("status", errors.empty()                  ? ""
                   : answer.refused_object.empty() ? errors.front()
                                                   : admission::InvalidMessage(answer.refused_object, errors));
  to.Add("warnings", answer.warnings).EndObject();
}

base::Result<std::string> Sequence::Run() {
  server_.emplace(applicable_, std::string(line_.name), std::string(namespace_name_));
  if (!line_.live.empty() && line_.live != "null") {
    auto live = json::Parser(arena_).Parse(line_.live);
    if (!live.ok()) return live.error();
    if (!live->is_object()) return {ErrorCode::kInvalidInput, "live must be a JSON object"};
    admission::CompleteStored(*live, resource_, line_.name, namespace_name_, arena_);
    server_->Store(*live);
  }
  json::Writer to;
  to.BeginObject().Key("answers").BeginList();
  for (const ApplyStep& step : line_.steps) {
    const auto request = RequestOf(step);
    if (!request.ok()) return request.error();
    Answered(*request, server_->Handle(*request, work_), to);
    work_.Reset();
  }
  return to.EndList().EndObject().Take();
}

}  // namespace

base::Result<std::string> AnswerAppliesLine(std::string_view text, base::Arena& arena) {
  const auto line = ReadAppliesLine(text, arena);
  if (!line.ok()) return line.error();
  const auto release = ReleaseIn(text, arena);
  if (!release.ok()) return release.error();
  const auto served = ServedResourceFor(line->crd, line->crd_stored, *release);
  if (!served.ok()) return served.error();
  return Sequence(*line, **served, arena).Run();
}

}  // namespace structural::cli
