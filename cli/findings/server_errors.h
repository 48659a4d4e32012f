// The errors of an API server in a CRD in addition to the form of its schemas.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/findings/crd_findings.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"

namespace structural::findings {

struct ServerError {
  std::string_view rule;  // from server_rules.h
  std::string path;       // as the author of a CRD in v1 writes it
  std::string message;    // "Required value"
  std::string text;       // the server's whole text
  bool shared = false;    // the path is in versions[0], and every version has the error
  bool warning = false;   // a server accepts the CRD with this warning
};

// Returns the error for an apiVersion of CRDs that no server of the release serves; nullopt if one
// does.
std::optional<ServerError> UnservedVersion(std::string_view api_version, validate::Release release);

// Returns the errors of creating a CRD in that release, without those of schema/rules. Empty for
// v1beta1, unless the release serves it. `crd` was decoded from the text. `arena` is working
// memory. Pure.
std::vector<ServerError> CreateErrors(std::string_view text,
                                      const crd::CustomResourceDefinition& crd,
                                      validate::Release release, base::Arena& arena);

// Returns the reason why no API server can have the CRD (schema/validate/installed.h), such as
// "spec.names.kind: Required value, and 2 more", with paths as above. Empty if one can. `preserves`
// and `arena` as for validate::ValidateInstalled. Pure.
std::string WhyRefused(std::string_view crd, bool preserves, base::Arena& arena);

// Returns the errors and warnings of a server, and UnservedVersion. If changes are checked: all
// errors of the update of the stored CRD. Without a stored CRD that can be decoded, those of a
// creation. Errors in the form of schemas have the ids of compatibility/rules.h. Without
// `mode.server` no others are returned. An equal text has no errors.
//
// Otherwise CreateErrors.
std::vector<ServerError> ServerErrors(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

}  // namespace structural::findings
