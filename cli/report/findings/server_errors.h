// The errors that an API server reports for a CRD, except violations of the rules of structural schemas.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/findings/crd_findings.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/kubernetes/violation.h"

namespace structural::findings {

struct ServerError {
  std::string_view rule;  // id of a rule in server_rules.h
  std::string path;       // path in the CRD in v1
  std::string message;    // message without the path: "Required value"
  std::string text;       // the server's complete message
  bool shared = false;    // the path is in versions[0], and every version has the error
  bool warning = false;   // true: a warning, with which a server accepts the CRD; false: an error
};

// Returns the error for an apiVersion of CRDs that no server of the release serves; nullopt if a
// server of the release serves the apiVersion.
std::optional<ServerError> UnservedVersion(std::string_view api_version, validate::Release release);

// Returns the errors of creating a CRD on a server of the release, except violations of the rules of structural schemas
// (schema/crd/rules). Returns no errors for a CRD in v1beta1 if the release does not serve v1beta1. `crd` was decoded
// from `text`. `arena` is working memory. Pure.
std::vector<ServerError> CreateErrors(std::string_view text, const crd::CustomResourceDefinition& crd,
                                      validate::Release release, base::Arena& arena);

// Returns the reason why no API server can store the CRD (schema/validate/validate.h), such as
// "spec.names.kind: Required value, and 2 more". Returns an empty text if a server can store it.
// The path is as in ServerError. `preserves` and `arena` have the same meaning as for
// validate::ValidateInstalled. Pure.
std::string WhyRefused(std::string_view crd, bool preserves, base::Arena& arena);

// Returns the errors that a server reports for a CRD.
//
// If `mode.against` is set, returns the errors of the update of the stored CRD. If no CRD of this name is stored, or
// the stored CRD cannot be decoded, returns the errors of the creation. Returns no errors if the JSON of the stored CRD
// is equal. Errors about structural schemas have the ids of compatibility/rules.h; if `mode.server` is not set, only
// these errors are returned.
//
// If only `mode.server` is set, returns the errors of CreateErrors.
//
// In both cases, `mode.server` also adds the server's warnings and UnservedVersion.
std::vector<ServerError> ServerErrors(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

struct UnsupportedKeyword {
  std::string_view rule;
  std::string path;  // path of the keyword
  std::string text;  // "OpenAPIV3Schema '$ref' is not supported"
};

// Returns all keywords that structural schemas do not support. The API server reports only one keyword.
std::vector<UnsupportedKeyword> FindUnsupported(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path);

}  // namespace structural::findings
