// JSON Schemas of custom resources, for editors and validators of files.
//
// A JSON Schema accepts the objects that a server accepts in a create request. Fields with a default are not required,
// an int-or-string can be an integer or a string, and a nullable value can be null. JsonSchema::inexpressible lists the
// server's checks that JSON Schema cannot express. A pattern that it cannot express becomes a $comment.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "schema/publish/resource.h"

namespace structural::publish {

// The version of the JSON Schema specification: draft-07 or 2020-12.
enum class Draft : std::uint8_t { k07, k2020 };

// Whether the JSON Schema refuses the fields that the CRD's schema does not specify.
enum class UnknownFields : std::uint8_t {
  kRefused,  // additionalProperties is false in objects whose unspecified fields a server drops
  kAllowed,  // all fields are allowed
};

struct JsonSchemaOptions {
  Draft draft = Draft::k07;
  UnknownFields unknown = UnknownFields::kRefused;
};

struct JsonSchema {
  std::string text;
  // Short descriptions of the server's checks that the schema cannot express, such as "rules in
  // x-kubernetes-validations".
  std::set<std::string_view> inexpressible = {};
};

// Returns the JSON Schema for a version of a CRD. If the version has no structural schema, the JSON Schema allows any
// fields.
JsonSchema JsonSchemaOf(const Resource& resource, const JsonSchemaOptions& options);

// Returns the path at which kubeconform and yaml-language-server look for the schema in a catalog:
// "example.com/machine_v1.json".
std::string CatalogPath(const Resource& resource);

}  // namespace structural::publish
