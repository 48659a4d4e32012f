// A CRD as an API server serves it: its versions with everything that requests for custom resources need.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
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
  // Return nullptr if the version does not exist.
  const ServedVersion* Find(std::string_view version) const;
  const ServedVersion* Storage() const;
};

// Returns the served form of a CRD in v1 or v1beta1, defaulted. Does not validate it (see validate::ValidateCreate).
// `prunes`: serve it as with `preserveUnknownFields: false`. Errors: as crd::Decode, and for a schema without a
// structural form if the server needs one.
//
// Upstream: apiserver/customresource_handler.go getOrCreateServingInfoFor (v0.37.2).
base::Result<ServedResource> Serve(std::string_view crd, base::Arena& arena, bool prunes = false);

// Compares API versions in the order v2, v1, v1beta2, v1beta1, v1alpha1, and then all others. Returns a negative number if
// `a` is older than `b`, 0 if they are equal, otherwise a positive number.
//
// Upstream: apimachinery pkg/version CompareKubeAwareVersionStrings (v0.37.2).
int CompareVersions(std::string_view a, std::string_view b);

// A CRD as a server defaults it. Points into the text that ReadDefaulted read, and into the arena.
struct DefaultedCrd {
  crd::CustomResourceDefinition decoded;  // the CRD without defaults, with the schema of each version
  json::Value spec;                       // spec of v1, defaulted, without schemas
};

// `text` is JSON of a CRD in v1 or v1beta1. Errors: as crd::Decode.
base::Result<DefaultedCrd> ReadDefaulted(std::string_view text, base::Arena& arena);

struct ServedSchema {
  const crd::Structural* structural = nullptr;  // null: the schema has no structural form
  const objects::Checks* checks = nullptr;      // null: every value is valid
  // The reason why a server does not serve the version: the server prunes, but the schema has no structural form, or
  // has defaults that cannot be pruned.
  base::Status status = base::Ok();
};

// Returns the served form of a schema. A server that prunes also prunes the defaults. The result points into the schema
// and the arena.
//
// Upstream: apiserver/customresource_handler.go getOrCreateServingInfoFor (v0.37.2).
ServedSchema ServeSchema(const crd::JSONSchemaProps& schema, bool prunes, base::Arena& arena);

}  // namespace structural::admission
