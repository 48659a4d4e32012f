// A CRD that declares unions in many places, for tests of its objects.
#pragma once

namespace structural::test {

inline constexpr const char* kUnionCrdName = "downloads.example.com";

inline constexpr const char* kUnionCrd = R"({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "downloads.example.com", "annotations": {"structural.lint/unions": ""}},
  "spec": {"group": "example.com", "scope": "Namespaced",
    "names": {"plural": "downloads", "kind": "Download"}, "versions": [
      {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
        "type": "object", "properties": {
          "spec": {"type": "object", "properties": {
            "size": {"type": "number"}, "big": {"type": "number"},
            "source": {"type": "object", "properties": {
              "type": {"type": "string"}, "file": {"type": "string"}, "url": {"type": "string"},
              "secret": {"type": "object", "properties": {"name": {"type": "string"}}}}},
            "mirrors": {"type": "array", "x-kubernetes-list-type": "map",
              "x-kubernetes-list-map-keys": ["name"], "items": {"type": "object",
                "required": ["name"], "properties": {"name": {"type": "string"},
                  "host": {"type": "string"}, "url": {"type": "string"}}}},
            "named": {"type": "object", "additionalProperties": {"type": "object", "properties": {
              "kind": {"type": "string"}, "one": {"type": "integer"},
              "two": {"type": "integer"}}}}}},
          "status": {"type": "object", "properties": {"at": {"type": "object", "properties": {
            "one": {"type": "string"}, "two": {"type": "string"}}}}}}}}},
      {"name": "v2", "served": true, "storage": false,
        "schema": {"openAPIV3Schema": {"type": "object"}}}]}})";

// The value of the annotation structural.lint/unions for the CRD above: the declarations of its unions.
inline constexpr const char* kUnionsOfCrd = R"({
  "v1/properties/spec/properties/source": [{"discriminator": "type",
    "fields": {"file": "File", "url": "Url", "secret": "Secret"}}],
  "v1/properties/spec/properties/mirrors/items": [{"fields": {"host": "Host", "url": "Url"}}],
  "v1/properties/spec/properties/named/additionalProperties": [{"discriminator": "kind",
    "fields": {"one": "One", "two": "Two"}}],
  "v1/properties/status/properties/at": [{"fields": {"one": "One", "two": "Two"}}]})";

}  // namespace structural::test
