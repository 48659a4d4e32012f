// The schema of a version as the KEPs read it: with unions.
#pragma once

#include <string_view>

#include "cli/shared/crd_files.h"
#include "schema/crd/crd.h"

namespace structural::cli {

// Null where there is none. Unions are those of the schema, or of the CRD's annotation. An error
// where they cannot be used.
base::Result<json::Value> KepSchemaOf(const FileDocument& document,
                                      const crd::CustomResourceDefinition& crd,
                                      std::string_view version, base::Arena& arena);

// An error where the unions of a schema that stands alone cannot be used.
base::Status CheckUnionsOf(const json::Value& schema);

}  // namespace structural::cli
