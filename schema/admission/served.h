// A CRD as an API server serves it: its versions with everything that requests for custom resources need.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/structural.h"
#include "schema/expressions/rule_set.h"
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
  bool has_status = false;  // the status subresource
  std::optional<Scale> scale = {};
  std::optional<std::string> deprecation = {};     // warning for each request
  const crd::Structural* schema = nullptr;         // the schema with pruned defaults; null: no schema
  const objects::Checks* checks = nullptr;         // null: every value is valid
  const objects::Checks* status_checks = nullptr;  // the checks for requests to /status; null: every value is valid
  std::shared_ptr<const expressions::RuleSet> rules = nullptr;  // null: no rules
};

// Points into the text of the CRD and the arena. Immutable; safe to read from several threads.
struct ServedResource {
  std::string_view group;
  std::string_view plural;
  std::string_view kind;
  bool namespaced = false;
  bool preserve_unknown_fields = false;
  bool has_webhook = false;  // conversion strategy Webhook
  std::vector<ServedVersion> versions = {};

  std::string QualifiedName() const;  // "foos.example.com"
  // Return nullptr if no such version exists.
  const ServedVersion* Find(std::string_view version) const;
  const ServedVersion* Storage() const;
};

// Returns the served form of a CRD in v1 or v1beta1, defaulted. Does not validate it (see validate::ValidateCreate).
// `prunes`: serve it as with `preserveUnknownFields: false`. Errors: as crd::Decode, and for a schema without a
// structural form if the server needs one.
//
// Upstream: apiserver/customresource_handler.go getOrCreateServingInfoFor (v0.37.2).
base::Result<ServedResource> Serve(std::string_view crd, base::Arena& arena, bool prunes = false);

}  // namespace structural::admission
