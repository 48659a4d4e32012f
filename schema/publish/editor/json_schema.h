// JSON Schemas of custom resources, for editors and validators of files.
//
// A schema accepts the objects that a server accepts in a create request. Fields with a default are not required, an
// int-or-string has both types, a nullable value may be null. JsonSchema::inexpressible lists the server's checks that
// JSON Schema cannot express. A pattern that JSON Schema cannot express is a $comment in the schema.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "schema/publish/resource.h"

namespace structural::publish {

enum class Draft : std::uint8_t { k07, k2020 };

// Whether the JSON Schema refuses the fields that the CRD's schema does not specify.
enum class Unknown : std::uint8_t {
  kRefused,  // additionalProperties is false in objects whose unspecified fields a server drops
  kAllowed,
};

struct JsonSchemaOptions {
  Draft draft = Draft::k07;
  Unknown unknown = Unknown::kRefused;
};

struct JsonSchema {
  std::string text;
  // Short descriptions of the server's checks that the schema cannot express, such as "rules in
  // x-kubernetes-validations".
  std::set<std::string_view> inexpressible = {};
};

// Returns the schema for a version. It allows any fields if the version has no schema, or one that is not structural.
JsonSchema JsonSchemaOf(const Resource& resource, const JsonSchemaOptions& options);

// Returns the path at which kubeconform and yaml-language-server look for the schema in a catalog:
// "example.com/machine_v1.json".
std::string CatalogPath(const Resource& resource);

}  // namespace structural::publish
