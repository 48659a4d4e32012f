// CustomResourceDefinition: the part of a CRD that the verdict and the controller need.
//
// A CRD is read the way the API server reads it: decoded in its own version, defaulted, and
// presented as apiextensions.k8s.io/v1. So a v1beta1 CRD's top-level `validation` stands in every
// version, its `version` is a version of its own where `versions` is empty, and its
// preserveUnknownFields defaults to true.
//
// Plain data: views into the JSON text and the arena it was decoded with, which must outlive it.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/types.go, defaults.go, conversion.go (v0.37.2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/meta.h"
#include "schema/model/json_schema_props.h"

namespace structural::crd {

struct Names {
  std::string_view plural;
  std::string_view kind;
  std::string_view list_kind;
};

struct SelectableField {
  std::string_view json_path;
};

// Which of them there are.
struct Subresources {
  bool status = false;
  bool scale = false;
};

struct Version {
  std::string_view name;
  const model::JSONSchemaProps* schema = nullptr;  // null: this version has none
  bool served = false;
  Subresources subresources = {};
  model::List<SelectableField> selectable_fields = {};
  // What stands in the version itself, where v1beta1's top-level `validation` replaces it.
  const model::JSONSchemaProps* own_schema = nullptr;
};

// One entry of status.conditions; `raw` is its whole JSON text.
struct StatusCondition {
  std::string_view type;
  std::string_view status;
  std::string_view reason;
  std::string_view message;
  std::string_view last_transition_time;
  std::string_view raw;
};

struct CustomResourceDefinition {
  ApiVersion api_version = ApiVersion::kV1;
  ObjectMeta metadata;
  std::string_view group;
  std::string_view scope;
  Names names;
  bool preserve_unknown_fields = false;
  std::string_view conversion_strategy = "None";
  std::vector<Version> versions;
  const model::JSONSchemaProps* validation = nullptr;  // v1beta1's top-level one
  std::string_view spec;                               // its JSON text
  bool has_status = false;
  // nullopt: status.conditions is null or absent, as on a CRD that was just created.
  std::optional<std::vector<StatusCondition>> conditions;
};

// Errors: kInvalidInput where the server could not decode the text as a CustomResourceDefinition.
base::Result<CustomResourceDefinition> Decode(std::string_view json, base::Arena& arena);

// The same for an item of a list that was asked for in `version`: the server leaves out apiVersion
// and kind there.
base::Result<CustomResourceDefinition> DecodeItem(std::string_view json, ApiVersion version,
                                                  base::Arena& arena);

}  // namespace structural::crd
