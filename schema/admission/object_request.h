// ObjectRequestHandler handles one request to an ObjectServer.
//
// Internal to this folder. Other folders call ObjectServer::Handle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/object_server.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::admission {

// Appends the value as JSON. A double without a fraction is written with ".0" (1.0), so that it remains a double when
// it is read again.
void AppendAsWritten(const json::Value& value, std::string& to);

// Handles one request to an ObjectServer. If a step fails, it sets the HTTP status code of the answer, and returns an
// error with the server's message. Not thread-safe.
//
// Upstream: apiserver pkg/endpoints/handlers create.go, update.go, patch.go;
// pkg/registry/generic/registry/store.go Create, Update (v0.37.2).
class ObjectRequestHandler {
 public:
  ObjectRequestHandler(ObjectServer& server, const ObjectRequest& request, base::Arena& arena)
      : server_(server), served_(*server.resource_.served), request_(request), arena_(arena) {}

  ObjectAnswer Run() &&;

 private:
  base::Status Handle();
  base::Status CheckOptions();
  base::Status Create();
  base::Status Update();
  base::Status Patch();
  base::Status Apply();
  // Decodes the object in the request's body.
  base::Status ReceiveBody();
  base::Status ReadPatched();
  base::Status FailPatched(std::string_view text, std::string_view reason);
  base::Status ReadApplied(json::Value& applied);
  // Merges the object of an apply request into `live`, and updates managedFields.
  base::Status ApplyTo(const json::Value& live);
  base::Status HandleScale();
  base::Status ReadScale(const json::Value& current, json::Value& scale);
  base::Status ReadScalePatch(const json::Value& current, json::Value& scale);
  // Stores the replicas of the received Scale in the object. `entries`: managedFields of the object.
  base::Status StoreScale(const json::Value& entries);
  // Reads the object in etcd into existing_.
  base::Status ReadExisting();
  base::Status CheckNames();
  base::Status CheckUid();
  base::Result<std::uint64_t> ReadResourceVersion();  // returns resourceVersion of the object; 0: none
  base::Status CheckResourceVersion();
  base::Status CheckPatchType(const json::Value& patch);
  // Returns the text of an object after the request's patch.
  base::Result<std::string> ApplyPatch(std::string_view current);
  base::Status CreateStored();
  base::Status UpdateStored();
  base::Status Write(bool is_new);
  base::Status AnswerWith(std::string_view stored);
  bool IsValid(const json::Value* old, bool is_status);
  void KeepManagedFieldsTimes();

  base::Status Fail(int code, std::string message) {
    answer_.http_status = code;
    return {base::ErrorCode::kInvalidInput, std::move(message)};
  }
  base::Status FailNotFound();
  base::Status FailAlreadyExists();
  base::Status FailConflict(std::string_view reason);
  base::Status FailInvalid(std::string refused_object, std::vector<kubernetes::FieldError> causes);
  void Warn(std::vector<std::string> texts);

  bool exists() const { return !server_.stored_.empty(); }
  bool is_status() const { return request_.subresource == "status"; }
  const merge::ManagerScope& scope() const {
    const auto& scopes = server_.resource_.ScopesOf(*version_);
    return request_.subresource.empty() ? scopes.main : is_status() ? scopes.status : scopes.scale;
  }

  ObjectServer& server_;
  const ServedResource& served_;
  const ObjectRequest& request_;
  base::Arena& arena_;
  const ServedVersion* version_ = nullptr;
  json::Value object_;    // the object after the request
  json::Value existing_;  // the object in etcd, in the version of the request
  kubernetes::PathSteps where_;
  ObjectAnswer answer_;
};

}  // namespace structural::admission
