// What an API server of Kubernetes 1.37 says to the create or the update of a custom resource, with
// no webhook. The owners of fields (managedFields) are not kept: what is wrong with their names,
// which no server writes itself, is not told.
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
  std::string_view body;  // JSON
  // What the URL says. Empty: none; a create has no name.
  std::string_view space = {};  // the namespace
  std::string_view name = {};
  std::string_view subresource = {};
  // What lies in etcd, with its name and namespace; of an update. Its parts are changed.
  std::optional<json::Value> stored = {};
  SystemFields system = {};  // of a create
  expressions::RuleTrace* trace = nullptr;  // what rules were is noted there; null: nobody asks
  FieldValidation field_validation = FieldValidation::kIgnore;
  bool find_unknown_fields = false;  // list them in the answer with kIgnore, too
  base::WorkBudget* work = nullptr;  // where it is exhausted, the answer is none; null: no limit besides a server's
};

struct Answer {
  std::vector<kubernetes::FieldError> errors;  // none: the request is accepted
  bool is_invalid = false;  // they are causes of status 422; otherwise they are one message
  std::string about;        // what is invalid, then: KIND.GROUP "NAME"
  std::vector<std::string> warnings;
  StrictErrors strict_errors = {};  // where something was looked for
  json::Value object;  // what is answered, where it is accepted; in memory of the arena
};

// The server's message to a request that it refuses; each text once. Precondition: there are
// errors.
//
// Upstream: apimachinery pkg/api/errors NewInvalid (v0.37.2).
std::string StatusMessage(const Answer& answer);
// The same of errors that are printed, in this order.
std::string InvalidMessage(std::string_view about, std::span<const std::string> errors);

// Pure. `version` is one of `resource`. The request must outlive the answer.
//
// Upstream: apiserver pkg/endpoints/handlers create.go, update.go;
// pkg/registry/generic/registry/store.go Create, Update (v0.37.2).
Answer Admit(const ServedResource& resource, const ServedVersion& version, const Request& request,
             base::Arena& arena);

}  // namespace structural::admission
