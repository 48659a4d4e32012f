// The annotation by which a CRD declares unions. The API server drops x-kubernetes-unions from stored schemas, but
// keeps annotations.
//
//   metadata:
//     annotations:
//       structural.lint/unions: |
//         {"/properties/spec/properties/source":
//           [{"discriminator": "type", "fields": {"file": "File", "url": "Url"}}]}
//
// The value is a JSON object from places of schemas to their x-kubernetes-unions. A place is a JSON Pointer (RFC 6901)
// relative to the openAPIV3Schema of every version, or of one version, whose name precedes the pointer. Examples:
// "v1/properties/spec", and "v1" for the root.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/unions/kep/union_error.h"

namespace structural::unions::kep {

inline constexpr std::string_view kAnnotation = "structural.lint/unions";
inline constexpr std::string_view kAnnotationPath = "metadata.annotations[structural.lint/unions]";

// An entry of the annotation. Points into its text and into the arena.
struct AnnotationEntry {
  std::string_view key;
  std::string_view version;  // empty: all versions
  std::string_view pointer;
  json::Value list;
};

// Reads the annotation; returns entries sorted by key. Errors: kInvalidInput if the text does not have the form above.
base::Result<std::vector<AnnotationEntry>> ReadAnnotation(std::string_view text, base::Arena& arena);

// Returns the path of an entry in the CRD, as errors print it.
std::string PathOf(const AnnotationEntry& declared);

// A declaration whose schema was found, and that schema before the unions were added.
struct FoundDeclaration {
  const AnnotationEntry* entry;
  json::Value schema;
};

// Adds the unions that are declared for the version `name` to its schema, and returns their declarations. Appends an
// error for each entry whose schema is not found. Does not check the unions themselves.
std::vector<FoundDeclaration> Declare(const std::vector<AnnotationEntry>& declared, std::string_view name,
                                      json::Value& schema, base::Arena& arena, UnionErrors& found);

}  // namespace structural::unions::kep
