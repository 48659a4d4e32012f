// Admit: the answer of a Kubernetes 1.37 API server, without admission webhooks, to the create or update of a custom
// resource. managedFields are not maintained, and errors in the names of field managers are not reported.
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
  // The parts of the URL; empty if absent. The URL of a create has no name.
  std::string_view space = {};  // namespace
  std::string_view name = {};
  std::string_view subresource = {};
  // For an update, the object in etcd, with its name and namespace. Admit modifies the object.
  std::optional<json::Value> stored = {};
  SystemFields system = kFixedFields;       // metadata that the server sets when it creates the object
  expressions::RuleTrace* trace = nullptr;  // records the results of rules; null: not recorded
  FieldValidation field_validation = FieldValidation::kIgnore;
  bool find_unknown_fields = false;  // report unknown fields even with kIgnore
  base::WorkBudget* work = nullptr;  // work limit, beyond which the answer is invalid; null: only a server's own limits
};

struct Answer {
  std::vector<kubernetes::FieldError> errors;  // none: the request is accepted
  bool is_invalid = false;                     // true: `errors` are the causes of a status 422; false: a single message
  std::string about;                           // the invalid object, if is_invalid: KIND.GROUP "NAME"
  std::vector<std::string> warnings;
  StrictErrors strict_errors = {};  // empty if strict decoding was not requested
  json::Value object;               // the returned object if the request is accepted; in the arena
};

// Returns the server's message for a refused request, with each error once. Precondition: `answer` has errors.
//
// Upstream: apimachinery pkg/api/errors NewInvalid (v0.37.2).
std::string StatusMessage(const Answer& answer);
// Returns the message of NewInvalid for errors that are already printed, in the given order.
std::string InvalidMessage(std::string_view about, std::span<const std::string> errors);

// Handles one request. `version` is one of `resource`. The request must outlive the answer. Pure.
//
// Upstream: apiserver pkg/endpoints/handlers create.go, update.go;
// pkg/registry/generic/registry/store.go Create, Update (v0.37.2).
Answer Admit(const ServedResource& resource, const ServedVersion& version, const Request& request, base::Arena& arena);

}  // namespace structural::admission
