// The annotation by which a CRD declares unions. The API server drops x-kubernetes-unions from stored schemas, but
// keeps annotations.
//
//   metadata:
//     annotations:
//       structural.lint/unions: |
//         {"/properties/spec/properties/source":
//           [{"discriminator": "type", "fields": {"file": "File", "url": "Url"}}]}
//
// The value is a JSON object. Each key is the place of a schema, and each value is the x-kubernetes-unions of the
// schema. A place is a JSON Pointer (RFC 6901) relative to the openAPIV3Schema of every version, or of one version,
// whose name precedes the pointer. Examples: "v1/properties/spec", and "v1" for the root.
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

// An entry of the annotation. Points into the annotation's text and into the arena.
struct AnnotationEntry {
  std::string_view key;      // "v1/properties/spec"
  std::string_view version;  // "v1"; empty: all versions
  std::string_view pointer;  // "/properties/spec"; empty: the root
  json::Value list;          // the unions: a value of x-kubernetes-unions
};

// Reads the value of the annotation. Returns its entries, sorted by key. Errors: kInvalidInput if the text does not
// have the form that is shown above.
base::Result<std::vector<AnnotationEntry>> ReadAnnotation(std::string_view text, base::Arena& arena);

// Returns the path of an entry in the notation of errors: "metadata.annotations[structural.lint/unions][v1]".
std::string PathOf(const AnnotationEntry& declared);

// An entry of the annotation with the schema of its pointer.
struct FoundDeclaration {
  const AnnotationEntry* entry;
  json::Value schema;  // the schema before the unions were added
};

// Adds the unions in `declared` that apply to the version `name` to `schema`, the root schema of this version. Returns
// the entries that were added. Appends an error to `found` for each entry that leads to no schema, or whose schema
// already declares other unions. Does not check the unions themselves.
std::vector<FoundDeclaration> AddDeclaredUnions(const std::vector<AnnotationEntry>& declared, std::string_view name,
                                                json::Value& schema, base::Arena& arena, UnionErrors& found);

}  // namespace structural::unions::kep
