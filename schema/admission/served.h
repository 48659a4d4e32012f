// ServedResource: a CRD prepared for requests. Each version has everything that a server needs to handle requests for
// custom resources.
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
#include "schema/kubernetes/releases.h"
#include "schema/objects/validate.h"

namespace structural::admission {

// The paths of the subresource scale, as in the CRD: ".spec.replicas".
struct Scale {
  std::string_view spec_replicas_path;
  std::string_view status_replicas_path;
  std::optional<std::string_view> label_selector_path;
};

struct ServedVersion {
  std::string_view name;
  bool served = false;
  bool storage = false;
  bool has_status = false;  // whether the version has the status subresource
  std::optional<Scale> scale = {};
  std::optional<std::string> deprecation_warning =
      {};                                          // warning for each request; nullopt: the version is not deprecated
  const crd::Structural* schema = nullptr;         // the schema, with pruned defaults; null: the version has no schema
  const objects::Checks* checks = nullptr;         // null: every value is valid
  const objects::Checks* status_checks = nullptr;  // the checks for requests to /status; null: every value is valid
  std::shared_ptr<const expressions::RuleSet> rules = nullptr;  // null: no rules
  int minor = kubernetes::kDefaultMinor;                        // the minor version of the server: 1.minor
};

// Points into the text of the CRD and the arena. Immutable; safe to read from several threads.
struct ServedResource {
  std::string_view group;
  std::string_view plural;
  std::string_view kind;
  bool namespaced = false;
  bool preserve_unknown_fields = false;
  bool has_conversion_webhook = false;  // true: the CRD's conversion strategy is Webhook; false: None
  std::vector<ServedVersion> versions = {};

  std::string QualifiedName() const;  // name of the CRD: "foos.example.com"
  // Find returns the version of this name, and Storage the storage version; nullptr if the CRD has no such version.
  const ServedVersion* Find(std::string_view version) const;
  const ServedVersion* Storage() const;
};

// Prepares a CRD in v1 or v1beta1 for requests, with the CRD's defaults. Does not validate the CRD (see
// validate::ValidateCreate). If `prunes` is true, spec.preserveUnknownFields is treated as false. `minor` is the minor
// version of Kubernetes, 1.minor. Errors: those of crd::Decode; kInvalidInput if the server prunes, but a schema has no
// structural form or a default cannot be pruned.
//
// Upstream: apiserver/customresource_handler.go getOrCreateServingInfoFor (v0.37.2).
base::Result<ServedResource> Serve(std::string_view crd, base::Arena& arena, bool prunes = false,
                                   int minor = kubernetes::kDefaultMinor);

// Compares API versions in the order v2, v1, v1beta2, v1beta1, v1alpha1, and then all others. Returns a negative number if
// `a` is older than `b`, 0 if they are equal, otherwise a positive number.
//
// Upstream: apimachinery pkg/version CompareKubeAwareVersionStrings (v0.37.2).
int CompareVersions(std::string_view a, std::string_view b);

// A CRD with the defaults that a server sets. Points into the arena and into the text that ReadDefaulted decoded.
struct DefaultedCrd {
  crd::CustomResourceDefinition decoded;  // the decoded CRD with the schemas of its versions, but without defaults
  json::Value spec;                       // the spec as v1, with defaults, but without schemas
};

// Decodes a CRD, and sets its defaults. `text` is the JSON text of a CRD in v1 or v1beta1. Errors: those of
// crd::Decode.
base::Result<DefaultedCrd> ReadDefaulted(std::string_view text, base::Arena& arena);

// A schema prepared for requests, or the reason why a server does not serve it.
struct ServedSchema {
  const crd::Structural* structural = nullptr;  // null: the schema has no structural form
  const objects::Checks* checks = nullptr;      // null: every value is valid
  // Ok, or the reason why a server that prunes does not serve the version: the schema has no structural form, or a
  // default cannot be pruned. Always Ok for a server that does not prune.
  base::Status status = base::Ok();
};

// Prepares a schema for requests. If `prunes` is true, the server prunes objects, and therefore also the defaults in
// the schema. The result points into `schema` and the arena.
//
// Upstream: apiserver/customresource_handler.go getOrCreateServingInfoFor (v0.37.2).
ServedSchema ServeSchema(const crd::JSONSchemaProps& schema, bool prunes, base::Arena& arena,
                         int minor = kubernetes::kDefaultMinor);

}  // namespace structural::admission
