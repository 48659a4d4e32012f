// CustomResourceDefinition: the fields of a CRD that the evaluation and the controller need.
//
// A CRD is read as the API server reads it: decoded in its own version, defaulted, and converted to
// apiextensions.k8s.io/v1. For a v1beta1 CRD, the top-level `validation` is therefore copied to every version,
// `version` becomes the only version if `versions` is empty, and preserveUnknownFields defaults to true.
//
// Plain data: views into the decoded text and into the arena, which must outlive the CRD.
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
#include "schema/crd/model/json_schema_props.h"

namespace structural::crd {

struct Names {
  std::string_view plural;
  std::string_view kind;
  std::string_view list_kind;
};

struct SelectableField {
  std::string_view json_path;
};

// The subresources that a version of a CRD has.
struct Subresources {
  bool status = false;
  bool scale = false;
};

struct Version {
  std::string_view name;
  const JSONSchemaProps* schema = nullptr;  // null: no schema
  bool served = false;
  Subresources subresources = {};
  List<SelectableField> selectable_fields = {};
  // The schema in the version itself. Differs from `schema` only if the top-level `validation` of a v1beta1 CRD
  // replaces the version's own schema.
  const JSONSchemaProps* own_schema = nullptr;
};

// One entry of status.conditions. `raw_json` is the entry's JSON text; empty if the CRD was decoded from protobuf.
struct StatusCondition {
  std::string_view type;
  std::string_view status;
  std::string_view reason;
  std::string_view message;
  std::string_view last_transition_time;
  std::string_view raw_json;
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
  const JSONSchemaProps* validation = nullptr;  // top-level `validation` of a v1beta1 CRD; null: none
  std::string_view spec_json;                   // JSON text of the spec; empty if the CRD was decoded from protobuf
  bool has_status = false;                      // whether the CRD has the member `status`
  // nullopt: status.conditions is null or absent, as in a newly created CRD.
  std::optional<std::vector<StatusCondition>> conditions;
};

// Decodes a CRD from JSON, or from protobuf if base::IsProtoObject(text). Errors: kInvalidInput if a server cannot
// decode the text as a CustomResourceDefinition.
base::Result<CustomResourceDefinition> Decode(std::string_view text, base::Arena& arena);

// Decodes an item of a list of CRDs in `version`. Like Decode, except that the item may omit apiVersion and kind, which
// servers omit in items of lists.
//
// `max_bytes` limits the size of the arena while a text in protobuf is decoded. Returns kLimitExceeded if the arena is
// larger. The limit does not apply to JSON.
base::Result<CustomResourceDefinition> DecodeItem(std::string_view text, ApiVersion version, base::Arena& arena,
                                                  std::size_t max_bytes = kNoLimit);

}  // namespace structural::crd
