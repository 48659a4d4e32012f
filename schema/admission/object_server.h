// ObjectServer emulates an API server that stores one custom resource. It handles create, update, patch and apply
// requests, and maintains managedFields.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/served.h"
#include "schema/admission/strategy.h"
#include "schema/admission/strict.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/base/work_budget.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/path_steps.h"
#include "schema/merge/field_manager.h"
#include "schema/merge/scale_fields.h"

namespace structural::admission {

// A ServedResource with the data that server-side apply needs: the merge types of its versions. Points into the
// ServedResource and the arena, which must outlive it. Immutable after CompileApplicable; safe to read from several
// threads.
struct ApplicableResource {
  // The field managers' scopes of one version: for the object itself, and for its subresources status and scale.
  struct VersionScopes {
    merge::ManagerScope main, status, scale;
  };
  const VersionScopes& ScopesOf(const ServedVersion& version) const { return scopes.find(version.name)->second; }

  const ServedResource* served = nullptr;
  merge::ManagedResource managed;
  std::map<std::string_view, VersionScopes> scopes;  // key: name of the version
  merge::ReplicasPaths replicas_paths;

  ApplicableResource() = default;
  ApplicableResource(const ApplicableResource&) = delete;  // the scopes point to `managed`
  ApplicableResource& operator=(const ApplicableResource&) = delete;
};

// Fills `to` with the data that server-side apply needs for `served`.
//
// Upstream: apiextensions-apiserver pkg/apiserver/customresource_handler.go buildOpenAPIModelsForApply,
// scopeWithFieldManager (v0.37.2).
void CompileApplicable(const ServedResource& served, base::Arena& arena, ApplicableResource& to);

enum class Verb { kCreate, kUpdate, kMergePatch, kJsonPatch, kApply };

struct ObjectRequest {
  Verb verb = Verb::kApply;
  std::string_view body;  // JSON text
  // The YAML errors of an apply request, whose body is YAML that the caller converts to JSON. `yaml_error` is the error
  // of the conversion; empty if it succeeded. `repeated_keys` has the YAML reader's error for each repeated key: `line
  // 3: key "a" already set in map`.
  std::string_view yaml_error = {};
  std::span<const std::string> repeated_keys = {};
  std::string_view version = {};  // name of the version in the URL
  std::string_view subresource = {};
  std::string_view manager = {};
  std::optional<bool> force = {};
  FieldValidation field_validation = FieldValidation::kIgnore;
  std::string_view now = {};                // current time: RFC 3339 in UTC, without fractions of seconds
  std::string_view uid = {};                // uid for an object that the request creates
  expressions::RuleTrace* trace = nullptr;  // records the results of CEL rules; null: not recorded
  base::WorkBudget* work = nullptr;         // limits the validation; null: no limit
};

struct ObjectAnswer {
  int http_status = 200;
  std::vector<kubernetes::FieldError> errors;  // empty if the server accepts the request
  // The object that a status 422 is about: KIND.GROUP "NAME". Its causes are `errors`. Empty for other statuses.
  std::string refused_object;
  std::vector<merge::AppliedObject::FieldConflict> conflicts;
  std::vector<std::string> warnings;
  json::Value object;  // the object in the response; in the arena
};

// Emulates a server that stores one object in memory. Not thread-safe. The resource must outlive the ObjectServer.
class ObjectServer {
 public:
  ObjectServer(const ApplicableResource& resource, std::string name, std::string namespace_name)
      : resource_(resource), name_(std::move(name)), namespace_name_(std::move(namespace_name)) {}

  // Sets the object in etcd. It must have apiVersion, kind, name, namespace and uid. The next update writes it even if
  // nothing changes, because its text lacks the line feed that a server writes at the end.
  void Store(const json::Value& object);

  // Handles a request, and returns the answer, which points into the arena. The request must outlive the answer.
  ObjectAnswer Handle(const ObjectRequest& request, base::Arena& arena);

  // Returns the object as the server returns it to a client that reads it in `version`; null if the object does not
  // exist.
  json::Value Get(const ServedVersion& version, base::Arena& arena) const;

  const std::string& namespace_name() const { return namespace_name_; }

 private:
  friend class ObjectRequestHandler;

  const ApplicableResource& resource_;
  std::string name_, namespace_name_;
  std::string stored_;                    // JSON; empty if the object does not exist
  std::uint64_t resource_version_ = 100;  // revision of etcd
  std::uint64_t object_revision_ = 0;     // resourceVersion of the stored object
};

// Completes an object for Store: adds the fields that every stored object of the resource has, and sets the given name
// and namespace. An object without uid gets `uid`, or the uid of kFixedFields if `uid` is empty. New values are in the
// arena. Precondition: `object` is a JSON object.
void CompleteStored(json::Value& object, const ServedResource& resource, std::string_view name,
                    std::string_view namespace_name, base::Arena& arena, std::string_view uid = {});

// Returns the field of a conflict as a server prints it: .spec.ports[port=80].name.
std::string FieldText(const merge::AppliedObject::FieldConflict& conflict);

// Returns the path of the first field of an applied object that the schema does not specify, or whose value does not
// have the type in the schema. Returns nullopt if the object has no such field.
std::optional<kubernetes::PathSteps> FirstMistypedField(const ApplicableResource& resource,
                                                        const ServedVersion& version, const json::Value& object);

// Returns the path of a conflict's field in `object`. If the object does not have the field, returns the longest part
// of the path that the object has.
kubernetes::PathSteps PlaceIn(const json::Value& object, const merge::AppliedObject::FieldConflict& conflict);

// Returns the value of the field of a conflict in an object; null pointer if the object does not have the field.
const json::Value* ValueIn(const json::Value& object, const merge::AppliedObject::FieldConflict& conflict);

}  // namespace structural::admission
