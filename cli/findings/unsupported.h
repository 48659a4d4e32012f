// Keywords that leave a schema without a structural form, each with its place: the API server names
// one of them only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/kubernetes/violation.h"
#include "schema/model/json_schema_props.h"

namespace structural::findings {

struct UnsupportedKeyword {
  std::string_view rule;
  std::string path;  // the keyword's
  std::string text;  // "OpenAPIV3Schema '$ref' is not supported"
};

std::vector<UnsupportedKeyword> FindUnsupported(const model::JSONSchemaProps& schema,
                                                const kubernetes::FieldPath& path);

}  // namespace structural::findings
