// Admit returns the response of a Kubernetes 1.37 API server, without admission webhooks, to a request that creates or
// updates a custom resource. Unlike a server, Admit does not maintain managedFields, and does not check the names of
// field managers.
#pragma once

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

namespace structural::admission {

struct Request {
  std::string_view body;  // JSON text
  // The parts of the request's URL. A part that the URL does not have is empty. The URL of a create has no name.
  std::string_view namespace_name = {};
  std::string_view name = {};
  std::string_view subresource = {};
  // The object in etcd, with its name and namespace, if the request is an update; nullopt for a create. Admit modifies
  // the object.
  std::optional<json::Value> stored = {};
  SystemFields system = kFixedFields;       // metadata that the server sets when it creates an object
  expressions::RuleTrace* trace = nullptr;  // records the results of CEL rules; null: not recorded
  FieldValidation field_validation = FieldValidation::kIgnore;
  // true: report unknown fields even with kIgnore; false: only with kWarn and kStrict
  bool find_unknown_fields = false;
  // Limits the work of the validation. If it is exhausted, the answer must not be used. Null: only the limits of a
  // server apply.
  base::WorkBudget* work = nullptr;
};

struct Answer {
  std::vector<kubernetes::FieldError> errors;  // empty if the server accepts the request
  bool is_invalid = false;  // true: `errors` are the causes of a status 422; false: `errors` has at most one message
  // The object that a status 422 is about: KIND.GROUP "NAME". Empty if `is_invalid` is false.
  std::string refused_object;
  std::vector<std::string> warnings;
  StrictErrors strict_errors = {};  // empty if field_validation is kIgnore and find_unknown_fields is false
  json::Value object;               // the object in the server's response; in the arena; null if the request is refused
};

// Returns the server's message for a refused request, with each error once. Precondition: `answer` has errors.
//
// Upstream: apimachinery pkg/api/errors NewInvalid (v0.37.2).
std::string StatusMessage(const Answer& answer);
// Returns the message of StatusMessage for an answer with these texts of errors, in the given order. `refused_object`
// is Answer::refused_object.
std::string InvalidMessage(std::string_view refused_object, std::span<const std::string> errors);

// Returns the server's answer to one request. `version` must be a version of `resource`. The request must outlive the
// answer. Pure.
//
// Upstream: apiserver pkg/endpoints/handlers create.go, update.go;
// pkg/registry/generic/registry/store.go Create, Update (v0.37.2).
Answer Admit(const ServedResource& resource, const ServedVersion& version, const Request& request, base::Arena& arena);

}  // namespace structural::admission
