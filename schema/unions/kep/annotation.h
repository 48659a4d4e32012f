// The annotation by which a CRD declares unions: the API server drops x-kubernetes-unions from the
// schemas that it stores, and keeps annotations.
//
//   metadata:
//     annotations:
//       structural.lint/unions: |
//         {"/properties/spec/properties/source":
//           [{"discriminator": "type", "fields": {"file": "File", "url": "Url"}}]}
//
// A JSON object: where a schema is, and its x-kubernetes-unions. Where it is says a JSON Pointer
// (RFC 6901) from the openAPIV3Schema of every version, or of one whose name stands before it:
// "v1/properties/spec", "v1" for the root.
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

// An entry. Points into the annotation's text and the arena.
struct DeclaredList {
  std::string_view key;
  std::string_view version;  // empty: every one
  std::string_view pointer;
  json::Value list;
};

// Sorted by key. Errors: kInvalidInput where the text is no such object.
base::Result<std::vector<DeclaredList>> ReadAnnotation(std::string_view text, base::Arena& arena);

// The path of an entry in the CRD, as errors have it.
std::string PathOf(const DeclaredList& declared);

// An entry whose pointer leads to a schema, and that schema as it was before.
struct ResolvedDeclaration {
  const DeclaredList* entry;
  json::Value schema;
};

// Gives the schema of the version `name` the unions that are declared for it, and returns those.
// Appends what stands against the others. Does not tell what is wrong with the unions themselves.
std::vector<ResolvedDeclaration> Declare(const std::vector<DeclaredList>& declared,
                                         std::string_view name, json::Value& schema,
                                         base::Arena& arena, UnionErrors& found);

}  // namespace structural::unions::kep
