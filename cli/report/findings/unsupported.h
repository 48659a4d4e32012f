// Finds all keywords without a structural form, each with its place. The API server reports only
// one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/kubernetes/violation.h"

namespace structural::findings {

struct UnsupportedKeyword {
  std::string_view rule;
  std::string path;  // path of the keyword
  std::string text;  // "OpenAPIV3Schema '$ref' is not supported"
};

std::vector<UnsupportedKeyword> FindUnsupported(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path);

}  // namespace structural::findings
