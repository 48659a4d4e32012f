#include "schema/admission/object_request.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <utility>

#include "schema/admission/coerce.h"
#include "schema/admission/decode.h"
#include "schema/admission/patch.h"
#include "schema/admission/resource.h"
#include "schema/admission/storage.h"
#include "schema/admission/strategy.h"
#include "schema/admission/validate.h"
#include "schema/admission/warnings.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/kubernetes/print.h"

namespace structural::admission {
namespace {

using base::ErrorCode;
using json::Member;
using json::Value;

constexpr std::size_t kMaxManagerBytes = 128;

std::string HexOfRune(char32_t rune) {
  char text[16];
  std::snprintf(text, sizeof text, "%04X", static_cast<unsigned>(rune));
  return text;
}

// Upstream: apimachinery pkg/apis/meta/v1/validation ValidateFieldManager (v0.37.2).
std::vector<kubernetes::FieldError> ManagerErrors(std::string_view manager) {
  std::vector<kubernetes::FieldError> errors;
  const kubernetes::FieldName field = kubernetes::FieldName::TopLevel("fieldManager");
  if (manager.size() > kMaxManagerBytes)
    errors.push_back(kubernetes::TooLongError(field, static_cast<std::int64_t>(kMaxManagerBytes)));
  for (std::size_t at = 0; at < manager.size();) {
    const base::Rune rune = base::DecodeRune(manager.substr(at));
    if (!base::IsPrint(rune.value)) {
      errors.push_back(kubernetes::InvalidError(
          field, Value::String(manager),
          "invalid character U+" + HexOfRune(rune.value) + " (at position " + std::to_string(at) + ")"));
    }
    at += static_cast<std::size_t>(rune.size);
  }
  return errors;
}

bool IsPatch(Verb verb) { return verb != Verb::kCreate && verb != Verb::kUpdate; }

bool SameWithoutTimes(const Value& a, const Value& b) {
  const auto next = [](auto& at, auto end) {
    while (at != end && at->key == "time") ++at;
    return at != end;
  };
  auto left = a.members().begin(), right = b.members().begin();
  while (true) {
    const bool more = next(left, a.members().end());
    if (more != next(right, b.members().end())) return false;
    if (!more) return true;
    if (left->key != right->key || !json::Equal(left->value, right->value)) return false;
    ++left, ++right;
  }
}

}  // namespace

void ObjectRequestHandler::Warn(std::vector<std::string> texts) {
  std::ranges::move(texts, std::back_inserter(answer_.warnings));
}

base::Status ObjectRequestHandler::FailNotFound() {
  return Fail(404, served_.QualifiedName() + " " + base::Quote(server_.name_) + " not found");
}

base::Status ObjectRequestHandler::FailConflict(std::string_view reason) {
  return Fail(409, "Operation cannot be fulfilled on " + served_.QualifiedName() + " " + base::Quote(server_.name_) +
                       ": " + std::string(reason));
}

base::Status ObjectRequestHandler::FailInvalid(std::string refused_object, std::vector<kubernetes::FieldError> causes) {
  answer_.http_status = 422;
  answer_.refused_object = std::move(refused_object);
  answer_.errors = std::move(causes);
  return base::Ok();
}

base::Status ObjectRequestHandler::CheckOptions() {
  std::vector<kubernetes::FieldError> errors;
  if (request_.verb == Verb::kApply && request_.manager.empty()) {
    errors.push_back(
        kubernetes::RequiredError(kubernetes::FieldName::TopLevel("fieldManager"), "is required for apply patch"));
  }
  if (IsPatch(request_.verb) && request_.verb != Verb::kApply && request_.force) {
    errors.push_back(kubernetes::ForbiddenError(kubernetes::FieldName::TopLevel("force"),
                                                "may not be specified for non-apply patch"));
  }
  std::ranges::move(ManagerErrors(request_.manager), std::back_inserter(errors));
  if (errors.empty()) return base::Ok();
  const std::string_view kind = request_.verb == Verb::kCreate   ? "CreateOptions"
                                : request_.verb == Verb::kUpdate ? "UpdateOptions"
                                                                 : "PatchOptions";
  return FailInvalid(std::string(kind) + ".meta.k8s.io \"\"", std::move(errors));
}

base::Status ObjectRequestHandler::ReceiveBody() {
  StrictErrors strict;
  const bool finds = request_.field_validation != FieldValidation::kIgnore;
  auto object = DecodeBody(request_.body, served_, *version_, arena_, request_.field_validation,
                           finds ? &strict : nullptr, where_);
  if (request_.field_validation == FieldValidation::kWarn) Warn(strict.Texts());
  if (!object.ok()) return Fail(400, object.error().message());
  object_ = *object;
  return base::Ok();
}

// Upstream: apiserver pkg/registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace; handlers/rest.go checkName.
base::Status ObjectRequestHandler::CheckNames() {
  const std::string_view namespace_name = MetadataText(object_, "namespace");
  if (!namespace_name.empty() && !server_.namespace_name_.empty() && namespace_name != server_.namespace_name_)
    return Fail(400, "the namespace of the provided object does not match the namespace sent on the request");
  SetMetadata(object_, "namespace", Value::String(server_.namespace_name_), arena_);
  if (request_.verb == Verb::kCreate) return base::Ok();
  const std::string_view name = MetadataText(object_, "name");
  if (name.empty()) {
    return Fail(
        400, "the name of the object (" + server_.name_ + " based on URL) was undeterminable: name must be provided");
  }
  if (name == server_.name_) return base::Ok();
  return Fail(400, "the name of the object (" + std::string(name) + ") does not match the name on the URL (" +
                       server_.name_ + ")");
}

// Upstream: pkg/storage/interfaces.go Preconditions.Check.
base::Status ObjectRequestHandler::CheckUid() {
  const std::string_view wanted = MetadataText(object_, "uid"), found = MetadataText(existing_, "uid");
  if (wanted.empty() || wanted == found) return base::Ok();
  std::string key = "/registry/";
  key.append(served_.group).append("/").append(served_.plural).append("/");
  if (!server_.namespace_name_.empty()) key.append(server_.namespace_name_).append("/");
  std::string text = "StorageError: invalid object, Code: 4, Key: " + key + server_.name_;
  text += ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ";
  return FailConflict(text.append(wanted).append(", UID in object meta: ").append(found));
}

// Upstream: pkg/storage/api_object_versioner.go ObjectResourceVersion.
base::Result<std::uint64_t> ObjectRequestHandler::ReadResourceVersion() {
  const std::string_view text = MetadataText(object_, "resourceVersion");
  std::uint64_t revision = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), revision);
  if (text.empty() || (failed == std::errc() && end == text.data() + text.size())) return revision;
  return Fail(500, "strconv.ParseUint: parsing " + base::Quote(text) + ": invalid syntax").error();
}

base::Status ObjectRequestHandler::CheckResourceVersion() {
  const auto read = ReadResourceVersion();
  if (!read.ok()) return read.error();
  const std::uint64_t revision = *read;
  if (revision == 0) {
    kubernetes::FieldName field;
    field.text = "metadata.resourceVersion";
    field.steps.PushName("metadata");
    field.steps.PushName("resourceVersion");
    return FailInvalid(served_.QualifiedName() + " " + base::Quote(server_.name_),
                       {kubernetes::InvalidError(field, Value::Int(0), "must be specified for an update")});
  }
  if (revision == server_.object_revision_) return base::Ok();
  return FailConflict("the object has been modified; please apply your changes to the latest version and try again");
}

base::Status ObjectRequestHandler::ReadExisting() {
  if (!exists()) return FailNotFound();
  auto stored = json::Parser(arena_).Parse(arena_.Copy(server_.stored_));
  if (!stored.ok()) return Fail(500, stored.error().message());
  const base::Status read = ReadStored(*stored, served_, *version_, arena_, &where_);
  if (!read.ok()) return Fail(500, "object not decodable revision=N: " + read.error().message());
  existing_ = *stored;
  SetMetadata(existing_, "resourceVersion", Value::String(arena_.Copy(std::to_string(server_.object_revision_))),
              arena_);
  return base::Ok();
}

bool ObjectRequestHandler::IsValid(const Value* old, bool is_status) {
  Findings found = Validate({served_, *version_, object_, old, is_status, request_.trace, request_.work}, arena_);
  Warn(kubernetes::TextsOf(found.warnings));
  if (found.errors.empty()) {
    if (!is_status) Warn(FinalizerWarnings(object_, old));
    return true;
  }
  std::string refused_object(TextOf(object_.Find("kind")));
  const std::string_view group = GroupVersionOf(TextOf(object_.Find("apiVersion"))).group;
  if (!group.empty()) refused_object.append(".").append(group);
  (void)FailInvalid(refused_object + " " + base::Quote(MetadataText(object_, "name")), std::move(found.errors));
  return false;
}

base::Status ObjectRequestHandler::Create() {
  base::Status step = ReceiveBody();
  if (!step.ok()) return step;
  for (const std::string_view key :
       {"creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"})
    SetMetadata(object_, key, Value(), arena_);
  step = CheckNames();
  if (!step.ok()) return step;
  Warn(DropRepeatedOwners(object_, arena_));
  Member members[] = {{"apiVersion", Value::String(scope().api_version)}, {"kind", Value::String(scope().kind)}};
  const Value managed =
      merge::FieldManager(scope(), request_.now, arena_).Update(Value::Object(members), object_, request_.manager);
  SetMetadata(object_, kManagedFields, managed, arena_);
  return CreateStored();
}

base::Status ObjectRequestHandler::FailAlreadyExists() {
  base::Status read = ReadExisting();
  if (!read.ok()) return read;
  const bool is_deleted = !MetadataField(existing_, "deletionTimestamp").is_null();
  return Fail(409, std::string(is_deleted ? "object is being deleted: " : "") + served_.QualifiedName() + " " +
                       base::Quote(server_.name_) + " already exists");
}

base::Status ObjectRequestHandler::CreateStored() {
  PrepareForCreate(object_, *version_, {request_.uid, request_.now, "xxxxx"}, arena_);
  if (!IsValid(nullptr, false)) return base::Ok();
  if (request_.verb == Verb::kCreate) {
    const std::string_view revision = MetadataText(object_, "resourceVersion");
    const bool is_number = !revision.empty() && std::ranges::all_of(revision, base::IsDigit);
    if (is_number && revision.find_first_not_of('0') != std::string_view::npos)
      return Fail(500, "resourceVersion should not be set on objects to be created");
    if (exists() && MetadataText(object_, "name") == server_.name_) return FailAlreadyExists();
  }
  answer_.http_status = 201;
  return Write(true);
}

base::Status ObjectRequestHandler::Update() {
  base::Status step = ReceiveBody();
  if (step.ok()) step = CheckNames();
  if (!step.ok()) return step;
  Warn(DropRepeatedOwners(object_, arena_));
  step = ReadExisting();
  if (step.ok()) step = CheckUid();
  if (!step.ok()) return step;
  const Value managed = merge::FieldManager(scope(), request_.now, arena_).Update(existing_, object_, request_.manager);
  SetMetadata(object_, kManagedFields, json::DeepCopy(managed, arena_), arena_);
  return UpdateStored();
}

// Restores the previous times of all entries in managedFields if the update changes nothing except these times.
//
// Upstream: handlers/fieldmanager/equality.go IgnoreManagedFieldsTimestampsTransformer.
void ObjectRequestHandler::KeepManagedFieldsTimes() {
  const Value before = MetadataField(existing_, kManagedFields), after = MetadataField(object_, kManagedFields);
  const auto old = ElementsOf(&before), updated = ElementsOf(&after);
  if (old.size() != updated.size() || updated.empty()) return;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!SameWithoutTimes(old[i], updated[i])) return;
  }
  Value left = json::DeepCopy(existing_, arena_), right = json::DeepCopy(object_, arena_);
  SetMetadata(left, kManagedFields, Value(), arena_);
  SetMetadata(right, kManagedFields, Value(), arena_);
  if (json::Equal(left, right)) SetMetadata(object_, kManagedFields, before, arena_);
}

base::Status ObjectRequestHandler::UpdateStored() {
  base::Status step = CheckResourceVersion();
  if (!step.ok() || answer_.http_status >= 400) return step;
  if (TextOf(object_.Find("apiVersion")).empty()) {
    return Fail(500, "Internal error occurred: Object 'apiVersion' is missing in 'object has no apiVersion field'");
  }
  PrepareForUpdate(object_, existing_, *version_, is_status(), arena_);
  if (!IsValid(&existing_, is_status())) return base::Ok();
  KeepManagedFieldsTimes();
  if (!EndsDeletion(object_, existing_)) return Write(false);
  answer_.object = object_;
  server_.stored_.clear();
  return base::Ok();
}

// Stores the object in the storage version, and sets the answer. If the object is equal to the stored one, the
// resourceVersion does not change. `is_new`: whether the request creates the object, which is then always stored.
base::Status ObjectRequestHandler::Write(bool is_new) {
  for (const std::string_view key : {"resourceVersion", "selfLink"}) SetMetadata(object_, key, Value(), arena_);
  const ServedVersion* storage = served_.has_conversion_webhook ? version_ : served_.Storage();
  if (storage != nullptr && storage != version_) {
    const base::Status converted = ConvertTo(storage->name, object_, served_, arena_, nullptr, &where_);
    if (!converted.ok()) return Fail(500, converted.error().message());
  }
  std::string text;
  json::AppendJson(object_, text);
  text += '\n';  // as a server's encoder; so an object that another program stored without it is written
  // the request creates an object with another name
  if (MetadataText(object_, "name") != server_.name_) return AnswerWith(text);
  if (text != server_.stored_ || is_new) {
    server_.stored_ = std::move(text);
    server_.object_revision_ = ++server_.resource_version_;
  }
  return AnswerWith(server_.stored_);
}

base::Status ObjectRequestHandler::AnswerWith(std::string_view stored) {
  auto read = json::Parser(arena_).Parse(arena_.Copy(stored));
  if (!read.ok()) return Fail(500, read.error().message());
  const base::Status converted = ReadStored(*read, served_, *version_, arena_, &where_);
  if (!converted.ok()) return Fail(500, converted.error().message());
  answer_.object = *read;
  SetMetadata(answer_.object, "resourceVersion", Value::String(arena_.Copy(std::to_string(server_.object_revision_))),
              arena_);
  return base::Ok();
}

base::Status ObjectRequestHandler::FailPatched(std::string_view text, std::string_view reason) {
  return FailInvalid(" \"\"",
                     {kubernetes::InvalidError(kubernetes::FieldName::TopLevel("patch"), Value::String(text), reason)});
}

// Checks the type of a patch as a strict decoder does before it applies the patch.
base::Status ObjectRequestHandler::CheckPatchType(const Value& patch) {
  const auto refuse = [&](const Value& value, std::string_view type) {
    return Fail(400, "error decoding patch: json: cannot unmarshal " + std::string(JsonKind(value)) +
                         " into Go value of type " + std::string(type));
  };
  if (request_.verb == Verb::kMergePatch) {
    return patch.is_object() || patch.is_null() ? base::Ok() : refuse(patch, "map[string]interface {}");
  }
  if (!patch.is_array() && !patch.is_null()) return refuse(patch, "[]handlers.jsonPatchOp");
  for (const Value& operation : ElementsOf(&patch)) {
    if (!operation.is_object() && !operation.is_null()) return refuse(operation, "handlers.jsonPatchOp");
  }
  return base::Ok();
}

base::Result<std::string> ObjectRequestHandler::ApplyPatch(std::string_view current) {
  auto text = request_.verb == Verb::kJsonPatch ? ApplyJsonPatch(request_.body, current, arena_)
                                                : ApplyMergePatch(request_.body, current, arena_);
  if (text.ok()) return text;
  switch (text.error().code()) {
    case ErrorCode::kBadRequest: return Fail(400, text.error().message()).error();
    case ErrorCode::kLimitExceeded: return Fail(413, text.error().message()).error();
    default: return Fail(422, "the server rejected our request due to an error in our request").error();
  }
}

// Upstream: patch.go jsonPatcher.applyPatchToCurrentObject, applyJSPatch.
base::Status ObjectRequestHandler::ReadPatched() {
  const bool is_strict = request_.field_validation != FieldValidation::kIgnore;
  const auto patch = json::Parser(arena_).Parse(request_.body);
  if (!patch.ok()) return Fail(400, "invalid JSON patch");
  const bool is_list = request_.verb == Verb::kJsonPatch;
  std::vector<std::string> strict;
  if (is_strict) {
    for (const std::string& path : RepeatedKeys(request_.body, arena_))
      strict.push_back((is_list ? "json patch duplicate field " : "duplicate field ") + base::Quote(path));
  }
  const base::Status typed = is_strict ? CheckPatchType(*patch) : base::Ok();
  if (!typed.ok()) return typed;
  std::string current;
  json::AppendJson(existing_, current);
  const auto text = ApplyPatch(arena_.Copy(std::string_view(current)));
  if (!text.ok()) return text.error();
  const std::string_view kept = arena_.Copy(std::string_view(*text));
  StrictErrors found;
  const auto object = DecodeBody(kept, served_, *version_, arena_, request_.field_validation,
                                 is_strict ? &found : nullptr, where_, DecodedText::kPatchResult);
  if (!object.ok()) return FailPatched(kept, object.error().message());
  std::ranges::move(found.Texts(), std::back_inserter(strict));
  if (request_.field_validation == FieldValidation::kWarn) Warn(strict);
  if (request_.field_validation == FieldValidation::kStrict && !strict.empty()) {
    std::string all;
    for (const std::string& each : strict) all.append(all.empty() ? "" : ", ").append(each);
    return FailPatched(kept, "strict decoding error: " + all);
  }
  object_ = *object;
  return base::Ok();
}

base::Status ObjectRequestHandler::Patch() {
  base::Status step = ReadExisting();
  if (step.ok()) step = ReadPatched();
  if (!step.ok() || answer_.http_status >= 400) return step;
  const Value managed = merge::FieldManager(scope(), request_.now, arena_).Update(existing_, object_, request_.manager);
  SetMetadata(object_, kManagedFields, json::DeepCopy(managed, arena_), arena_);
  step = CheckNames();
  if (!step.ok()) return step;
  Warn(DropRepeatedOwners(object_, arena_, true));
  return UpdateStored();
}

base::Status ObjectRequestHandler::ReadApplied(Value& applied) {
  const auto read = json::Parser(arena_).Parse(request_.body);
  if (!read.ok()) return Fail(400, "error decoding patch: " + read.error().message());
  applied = *read;
  if (applied.is_null()) applied = Value::Object({});
  if (applied.is_object()) return base::Ok();
  return Fail(400, "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal " +
                       std::string(JsonKind(applied)) + " into Go value of type map[string]interface {}");
}

// Upstream: patch.go applyPatcher.applyPatchToCurrentObject.
base::Status ObjectRequestHandler::ApplyTo(const Value& live) {
  Value applied;
  const base::Status read = ReadApplied(applied);
  if (!read.ok()) return read;
  auto answer = merge::FieldManager(scope(), request_.now, arena_)
                    .Apply(live, applied, request_.manager, request_.force.value_or(false));
  answer_.conflicts = std::move(answer.conflicts);
  if (!answer.status.ok()) {
    const ErrorCode code = answer.status.error().code();
    return Fail(code == ErrorCode::kBadRequest ? 400
                : code == ErrorCode::kConflict ? 409
                                               : 500,
                answer.status.error().message());
  }
  const auto& repeated = request_.repeated_keys;
  if (!repeated.empty() && request_.field_validation == FieldValidation::kStrict) {
    return Fail(400, "error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  " +
                         base::Join(repeated, "\n  "));
  }
  if (request_.field_validation == FieldValidation::kWarn) Warn({repeated.begin(), repeated.end()});
  object_ = json::DeepCopy(answer.object, arena_);
  if (!answer.is_noop && !scope().is_scale) (void)SetDefaults(object_, served_, arena_);
  SetMetadata(object_, kManagedFields, json::DeepCopy(answer.managed_fields, arena_), arena_);
  return base::Ok();
}

base::Status ObjectRequestHandler::Apply() {
  base::Status step = base::Ok();
  const bool is_new = !exists() && request_.subresource.empty();
  Member members[] = {{"apiVersion", Value::String(scope().api_version)}, {"kind", Value::String(scope().kind)}};
  if (is_new) {
    existing_ = Value::Object(members);
  } else {
    step = ReadExisting();
  }
  if (step.ok()) step = ApplyTo(existing_);
  if (!step.ok()) return step;
  if (is_new && !MetadataText(object_, "uid").empty()) {
    return FailConflict("uid mismatch: the provided object specified uid " + std::string(MetadataText(object_, "uid")) +
                        ", and no existing object was found");
  }
  step = CheckNames();
  if (!step.ok()) return step;
  Warn(DropRepeatedOwners(object_, arena_, true));
  if (!is_new) return UpdateStored();
  const auto revision = ReadResourceVersion();
  return revision.ok() ? CreateStored() : base::Status(revision.error());
}

base::Status ObjectRequestHandler::Handle() {
  version_ = served_.Find(request_.version);
  if (version_ == nullptr || !version_->served) return Fail(404, "404 page not found");
  if (version_->deprecation_warning) answer_.warnings.push_back(*version_->deprecation_warning);
  const bool is_scale = request_.subresource == "scale";
  const bool is_served = request_.subresource.empty() || (is_status() && version_->has_status) ||
                         (is_scale && version_->scale.has_value());
  if (!is_served) return FailNotFound();
  const base::Status options = CheckOptions();
  if (!options.ok() || answer_.http_status >= 400) return options;
  if (request_.verb == Verb::kApply && !request_.yaml_error.empty())
    return Fail(400, "error encoding patch: " + std::string(request_.yaml_error));
  if (is_scale) return HandleScale();
  switch (request_.verb) {
    case Verb::kCreate: return Create();
    case Verb::kUpdate: return Update();
    case Verb::kApply: return Apply();
    default: return Patch();
  }
}

ObjectAnswer ObjectRequestHandler::Run() && {
  const base::Status step = Handle();
  if (!step.ok()) answer_.errors = {kubernetes::MessageError(step.error().message(), std::move(where_))};
  return std::move(answer_);
}

}  // namespace structural::admission
