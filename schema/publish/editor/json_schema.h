// JSON Schemas of custom resources, for editors and validators of files.
//
// A schema accepts the objects that a server accepts in a create, as far as JSON Schema can express it. Fields with a
// default are not required, int-or-string has both types, a nullable value may be null. JsonSchema::inexpressible lists the
// checks that JSON Schema cannot express. A pattern that it cannot express is a $comment in the schema.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "schema/publish/resource.h"

namespace structural::publish {

enum class Draft : std::uint8_t { k07, k2020 };

enum class Unknown : std::uint8_t {
  kRefused,  // strict: additionalProperties is false if a server drops fields
  kAllowed,  // open: fields that are not specified are allowed
};

struct JsonSchemaOptions {
  Draft draft = Draft::k07;
  Unknown unknown = Unknown::kRefused;
};

struct JsonSchema {
  std::string text;
  // Checks of a server that the schema cannot express, in a few words each: "rules in
  // x-kubernetes-validations".
  std::set<std::string_view> inexpressible = {};
};

// Returns the schema for a version. It allows any fields if the version has no schema, or one that is not structural.
JsonSchema JsonSchemaOf(const Resource& resource, const JsonSchemaOptions& options);

// Returns the place of a schema in catalogs, as kubeconform and yaml-language-server look for it:
// "example.com/machine_v1.json".
std::string CatalogPath(const Resource& resource);

}  // namespace structural::publish
