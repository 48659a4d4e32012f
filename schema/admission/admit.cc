#include "schema/admission/admit.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "schema/admission/decode.h"
#include "schema/admission/resource.h"
#include "schema/admission/storage.h"
#include "schema/admission/validate.h"
#include "schema/admission/warnings.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/json/members.h"
#include "schema/kubernetes/field_error.h"

namespace structural::admission {
namespace {

using base::ErrorCode;
using json::Value;

base::Error Refuse(std::string message) { return {ErrorCode::kInvalidInput, std::move(message)}; }

// Handles one request. If a step fails, its Status has the error message of the API server.
class RequestHandler {
 public:
  RequestHandler(const ServedResource& resource, const ServedVersion& version, const Request& request,
                 base::Arena& arena)
      : resource_(resource), version_(version), request_(request), arena_(arena) {}

  Answer Run() &&;

 private:
  base::Status Route() const;
  base::Status Receive();
  base::Status Create();
  base::Status Update();
  base::Status CheckKey() const;
  base::Status CheckUid(const Value& old) const;
  base::Status Store();
  bool IsValid(const Value* old);
  void Warn(std::vector<std::string> texts) { std::ranges::move(texts, std::back_inserter(answer_.warnings)); }

  const ServedResource& resource_;
  const ServedVersion& version_;
  const Request& request_;
  base::Arena& arena_;
  Value object_;
  std::string_view kind_;        // kind in the request's body
  kubernetes::PathSteps where_;  // path to the field of the current step's error
  Answer answer_;
};

base::Status RequestHandler::Route() const {
  if (request_.subresource.empty()) return base::Ok();
  if (request_.subresource == "status" && version_.has_status) return base::Ok();
  return Refuse(resource_.QualifiedName() + " " + base::Quote(request_.name) + " not found");
}

// Decodes the request's body into object_. Replaces its managedFields with a placeholder, because a server ignores the
// client's value.
base::Status RequestHandler::Receive() {
  const FieldValidation validation = request_.field_validation;
  const bool finds = request_.find_unknown_fields || validation != FieldValidation::kIgnore;
  auto object = DecodeBody(request_.body, resource_, version_, arena_, validation,
                           finds ? &answer_.strict_errors : nullptr, where_);
  if (validation == FieldValidation::kWarn) Warn(answer_.strict_errors.Texts());
  if (!object.ok()) return object.error();
  object_ = *object;
  const std::string_view own = MetadataText(object_, "namespace");
  if (!own.empty() && !request_.namespace_name.empty() && own != request_.namespace_name) {
    return Refuse("the namespace of the provided object does not match the namespace sent on the request");
  }
  SetMetadata(object_, "namespace", Value::String(request_.namespace_name), arena_);
  Warn(DropRepeatedOwners(object_, arena_));
  SetMetadata(object_, kManagedFields, ManagedFieldsPlaceholder(arena_), arena_);
  kind_ = TextOf(object_.Find("kind"));
  return base::Ok();
}

// Upstream: store.go NamespaceKeyFunc.
base::Status RequestHandler::CheckKey() const {
  std::string all;
  for (const std::string& reason : kubernetes::ValidatePathSegmentName(request_.name, false))
    base::AppendItem(all, ";", reason);
  if (all.empty()) return base::Ok();
  return Refuse("Name parameter invalid: " + base::Quote(request_.name) + ": " + all);
}

// Upstream: pkg/storage/interfaces.go Preconditions.Check.
base::Status RequestHandler::CheckUid(const Value& old) const {
  const std::string_view wanted = MetadataText(object_, "uid"), found = MetadataText(old, "uid");
  if (wanted.empty() || wanted == found) return base::Ok();
  std::string key = "/registry/";
  key.append(resource_.group).append("/").append(resource_.plural).append("/");
  if (!request_.namespace_name.empty()) key.append(request_.namespace_name).append("/");
  key.append(request_.name);
  std::string text = "Operation cannot be fulfilled on " + resource_.QualifiedName() + " ";
  text += base::Quote(request_.name) + ": StorageError: invalid object, Code: 4, Key: " + key;
  text += ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ";
  return Refuse(text.append(wanted).append(", UID in object meta: ").append(found));
}

bool RequestHandler::IsValid(const Value* old) {
  const bool is_status = !request_.subresource.empty();
  Findings found = Validate({resource_, version_, object_, old, is_status, request_.trace, request_.work}, arena_);
  answer_.errors = std::move(found.errors);
  Warn(kubernetes::TextsOf(found.warnings));
  if (answer_.errors.empty()) {
    if (!is_status) Warn(FinalizerWarnings(object_, old));
    return true;
  }
  answer_.is_invalid = true;
  answer_.refused_object =
      std::string(kind_).append(".").append(resource_.group) + " " + base::Quote(MetadataText(object_, "name"));
  return false;
}

base::Status RequestHandler::Store() {
  for (const std::string_view key : {std::string_view("resourceVersion"), std::string_view("selfLink"), kManagedFields})
    SetMetadata(object_, key, Value(), arena_);
  const base::Status stored = WriteAndRead(object_, resource_, version_, arena_, &where_);
  if (stored.ok()) answer_.object = object_;
  return stored;
}

// Whether `text` is a resourceVersion other than 0. The server treats an invalid text, and 0, like a missing
// resourceVersion.
//
// Upstream: pkg/storage/api_object_versioner.go ObjectResourceVersion.
bool IsRevision(std::string_view text) {
  const std::string_view digits = "0123456789";
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos &&
         text.find_first_not_of('0') != std::string_view::npos;
}

base::Status RequestHandler::Create() {
  PrepareForCreate(object_, version_, request_.system, arena_);
  if (!IsValid(nullptr)) return base::Ok();
  if (IsRevision(MetadataText(object_, "resourceVersion")))
    return Refuse("resourceVersion should not be set on objects to be created");
  return Store();
}

base::Status RequestHandler::Update() {
  base::Status step = CheckKey();
  if (!step.ok()) return step;
  Value old = *request_.stored;
  step = ReadStored(old, resource_, version_, arena_, &where_);
  if (step.ok()) step = CheckUid(old);
  if (!step.ok()) return step;
  SetMetadata(old, kManagedFields, Value(), arena_);
  SetMetadata(old, "resourceVersion", MetadataField(object_, "resourceVersion"), arena_);
  PrepareForUpdate(object_, old, version_, !request_.subresource.empty(), arena_);
  if (!IsValid(&old)) return base::Ok();
  if (!EndsDeletion(object_, old)) return Store();
  SetMetadata(object_, kManagedFields, Value(), arena_);
  answer_.object = object_;
  return base::Ok();
}

Answer RequestHandler::Run() && {
  if (version_.deprecation_warning) answer_.warnings.push_back(*version_.deprecation_warning);
  base::Status step = Route();
  if (step.ok()) step = Receive();
  if (step.ok()) step = request_.stored ? Update() : Create();
  if (!step.ok()) answer_.errors = {kubernetes::MessageError(step.error().message(), std::move(where_))};
  return std::move(answer_);
}

}  // namespace

std::string StatusMessage(const Answer& answer) {
  if (!answer.is_invalid) return answer.errors.front().Text();
  return InvalidMessage(answer.refused_object, kubernetes::TextsOf(answer.errors));
}

std::string InvalidMessage(std::string_view refused_object, std::span<const std::string> errors) {
  std::string all;
  std::unordered_set<std::string_view> told;
  for (const std::string& error : errors) {
    if (told.insert(error).second) base::AppendItem(all, ", ", error);
  }
  return std::string(refused_object) + " is invalid: " + (told.size() > 1 ? "[" + all + "]" : all);
}

Answer Admit(const ServedResource& resource, const ServedVersion& version, const Request& request, base::Arena& arena) {
  return RequestHandler(resource, version, request, arena).Run();
}

}  // namespace structural::admission
