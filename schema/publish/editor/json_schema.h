// JSON Schemas of custom resources, for editors and validators of files.
//
// A schema accepts what a server accepts to be created, as far as JSON Schema can say it: fields with
// a default are not required, int-or-string has both types, a nullable value may be null. What it
// cannot say is listed (Unsaid), and stands in the schema as $comment where it is a pattern.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "schema/publish/resource.h"

namespace structural::publish {

enum class Draft : std::uint8_t { k07, k2020 };

enum class Unknown : std::uint8_t {
  kRefused,  // strict: additionalProperties is false where a server drops fields
  kAllowed,  // open
};

struct JsonSchemaOptions {
  Draft draft = Draft::k07;
  Unknown unknown = Unknown::kRefused;
};

struct JsonSchema {
  std::string text;
  // What it does not say, in a few words each: "rules in x-kubernetes-validations".
  std::set<std::string_view> unsaid = {};
};

// Where a version has no schema, or is not structural, its objects have any fields.
JsonSchema JsonSchemaOf(const Resource& resource, const JsonSchemaOptions& options);

// "example.com/machine_v1.json": the place of the schema in catalogs, as kubeconform and
// yaml-language-server look for it.
std::string CatalogPath(const Resource& resource);

}  // namespace structural::publish
