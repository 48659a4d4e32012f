// A CRD as an API server serves it: its versions with all that a request for a custom resource
// needs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/expressions/rule_set.h"
#include "schema/model/structural.h"
#include "schema/objects/validate.h"

namespace structural::admission {

struct Scale {
  std::string_view spec_replicas_path;
  std::string_view status_replicas_path;
  std::optional<std::string_view> label_selector_path;
};

struct ServedVersion {
  std::string_view name;
  bool served = false;
  bool storage = false;
  bool has_status = false;  // the subresource
  std::optional<Scale> scale = {};
  std::optional<std::string> deprecation = {};     // what each request is warned of
  const model::Structural* schema = nullptr;       // its defaults are pruned; null: none
  const objects::Checks* checks = nullptr;         // null: everything is valid
  const objects::Checks* status_checks = nullptr;  // of requests to /status; null likewise
  std::shared_ptr<const expressions::RuleSet> rules = nullptr;  // null: there are none
};

// Points into the text of the CRD and the arena. Immutable, safe to read from several threads.
struct ServedResource {
  std::string_view group;
  std::string_view plural;
  std::string_view kind;
  bool namespaced = false;
  bool preserve_unknown_fields = false;
  bool has_webhook = false;  // which converts between versions
  std::vector<ServedVersion> versions = {};

  std::string QualifiedName() const;  // "foos.example.com"
  // nullptr where there is none.
  const ServedVersion* Find(std::string_view version) const;
  const ServedVersion* Storage() const;
};

// A CRD of either version of the API, defaulted. It is not validated (validate::ValidateCreate).
// Errors: as crd::Decode; a schema without a structural form, where the server needs one. With `prunes`
// it is served as with `preserveUnknownFields: false`.
//
// Upstream: apiserver/customresource_handler.go getOrCreateServingInfoFor (v0.37.2).
base::Result<ServedResource> Serve(std::string_view crd, base::Arena& arena, bool prunes = false);

}  // namespace structural::admission
