// What an API server refuses in a CRD beside the form of its schemas.
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
  std::string_view rule;  // as in server_rules.h
  std::string path;       // as the author of a CRD in v1 writes it
  std::string message;    // "Required value"
  std::string text;       // the whole of it, as the server says it
  bool shared = false;    // the path is in versions[0], and the error is in every version
  bool warning = false;   // a server takes the CRD, and warns of this
};

// That no server of the release serves this apiVersion of CRDs. nullopt: one does.
std::optional<ServerError> UnservedVersion(std::string_view api_version, validate::Release release);

// What is said of creating a CRD in that release, without what schema/rules finds. There is nothing
// in v1beta1, unless the release serves it. `crd` was decoded from the text. `arena` is working
// memory. Pure.
std::vector<ServerError> CreateErrors(std::string_view text,
                                      const crd::CustomResourceDefinition& crd,
                                      validate::Release release, base::Arena& arena);

// Why no API server can have the CRD (schema/validate/installed.h): "spec.names.kind: Required value, and 2 more", with
// paths as above. Empty: one can. `preserves` and `arena` as for validate::ValidateInstalled. Pure.
std::string WhyRefused(std::string_view crd, bool preserves, base::Arena& arena);

// With what a server warns of, and UnservedVersion. Where changes are judged: all that is said of
// taking the place of the stored CRD, or of a create where there is none, or none that can be
// decoded; what concerns the form of schemas has the ids
// of compatibility/rules.h. Without `mode.server` there is nothing else. An equal text is no change.
//
// Otherwise CreateErrors.
std::vector<ServerError> ServerErrors(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

}  // namespace structural::findings
