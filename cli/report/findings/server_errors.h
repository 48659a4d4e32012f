// The errors that an API server reports for a CRD, except those about the form of its schemas.
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
  std::string text;       // the server's whole text
  bool shared = false;    // the path is in versions[0], and every version has the error
  bool warning = false;   // a server accepts the CRD with this warning
};

// Returns the error for an apiVersion of CRDs that no server of the release serves; nullopt if a
// server of the release serves the apiVersion.
std::optional<ServerError> UnservedVersion(std::string_view api_version, validate::Release release);

// Returns the errors of creating a CRD on a server of the release, except those about the form of
// schemas (schema/crd/rules). Returns no errors for a CRD in v1beta1 if the release does not serve
// v1beta1. `crd` was decoded from `text`. `arena` is working memory. Pure.
std::vector<ServerError> CreateErrors(std::string_view text, const crd::CustomResourceDefinition& crd,
                                      validate::Release release, base::Arena& arena);

// Returns the reason why no API server can store the CRD (schema/validate/validate.h), such as
// "spec.names.kind: Required value, and 2 more". Returns an empty text if a server can store it.
// The path is as in ServerError. `preserves` and `arena` have the same meaning as for
// validate::ValidateInstalled. Pure.
std::string WhyRefused(std::string_view crd, bool preserves, base::Arena& arena);

// Returns the errors that a server reports for a CRD.
//
// If `mode.against` is set: the errors of the update of the stored CRD. If no CRD of this name is
// stored, or the stored one cannot be decoded: the errors of the creation. The list is empty if the
// stored JSON is equal. Errors about the form of schemas have the ids of compatibility/rules.h;
// without `mode.server`, only these are returned.
//
// If only `mode.server` is set: the errors of CreateErrors. `mode.server` also adds the server's
// warnings and UnservedVersion in both cases.
std::vector<ServerError> ServerErrors(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

struct UnsupportedKeyword {
  std::string_view rule;
  std::string path;  // path of the keyword
  std::string text;  // "OpenAPIV3Schema '$ref' is not supported"
};

// Returns all keywords without a structural form. The API server reports only one.
std::vector<UnsupportedKeyword> FindUnsupported(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path);

}  // namespace structural::findings
