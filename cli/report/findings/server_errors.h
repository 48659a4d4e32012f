// Finds the errors that an API server reports for a CRD, except violations of the rules of structural schemas.
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
  std::string_view rule;         // id of a rule in server_rules.h
  std::string path;              // path in the CRD, in its own API version
  std::string message;           // message without the path: "Required value"
  std::string server_message;    // the server's complete message, with the path
  bool in_all_versions = false;  // true: the path is in spec.versions[0], and all versions have the error
  bool is_warning = false;       // true: a warning, with which a server accepts the CRD; false: an error
};

// Returns an error if servers of the release do not serve CRDs in this apiVersion, such as
// "apiextensions.k8s.io/v1beta1"; otherwise nullopt.
std::optional<ServerError> UnservedVersion(std::string_view api_version, validate::Release release);

// Returns the errors that a server of the release reports when the CRD is created, except violations of the rules of
// structural schemas (schema/crd/rules). For a CRD in v1beta1, returns no errors if the release does not serve v1beta1.
// `crd` was decoded from the JSON `text`. `arena` is working memory. Pure.
std::vector<ServerError> CreateErrors(std::string_view text, const crd::CustomResourceDefinition& crd,
                                      validate::Release release, base::Arena& arena);

// Returns the reason why no API server can have stored the CRD, such as "spec.names.kind: Required value, and 2 more",
// with a path as in ServerError. Returns an empty text if a server can have stored it. `preserves` and `arena` have the
// same meaning as for validate::ValidateInstalled, which decides it. Pure.
std::string WhyRefused(std::string_view crd, bool preserves, base::Arena& arena);

// Returns the errors that a server reports for a CRD. `text.mode` determines which errors are returned:
//
// If `mode.against` is not null, returns the errors of the update from the old CRD of this name. If it has no such CRD,
// or the old CRD cannot be decoded, returns the errors of the creation. If the JSON of both CRDs is equal, returns no
// errors. Errors about structural schemas have the ids of compatibility/rules.h; if `mode.server_errors` is false,
// returns only these errors.
//
// If `mode.against` is null and `mode.server_errors` is true, returns the errors of CreateErrors.
//
// In both cases, if `mode.server_errors` is true, also returns the server's warnings and the error of UnservedVersion.
std::vector<ServerError> ServerErrors(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

// A keyword of a schema that structural schemas do not support. The path is as in ServerError.
struct UnsupportedKeyword {
  std::string_view rule;
  std::string path;  // path of the keyword in the CRD
  std::string text;  // the server's message: "OpenAPIV3Schema '$ref' is not supported"
};

// Returns all unsupported keywords in a schema, of which the API server would report only one. `path` is the path of
// the schema.
std::vector<UnsupportedKeyword> FindUnsupported(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path);

}  // namespace structural::findings
