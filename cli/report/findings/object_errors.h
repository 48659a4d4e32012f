// The errors of a server about an object, with paths and messages for reports.
#pragma once

#include <string>
#include <string_view>

#include "schema/crd/model/structural.h"
#include "schema/kubernetes/field_error.h"

namespace structural::findings {

// An error of a server, and the path of its field.
struct PlacedError {
  std::string path;                  // path as reports print it; empty: the whole object
  std::string message;               // message without the path
  std::string server_message;        // the server's complete message, as reports print it
  kubernetes::PathSteps steps = {};  // steps to the field; empty: only `path` names the field
};

// Returns the error with its path and texts. `error` is one cause in a status "is invalid", or the whole message of
// another status. If the server does not name the field (errors of allOf, anyOf, oneOf and not), `whole` begins with
// the field.
PlacedError ToPlacedError(const kubernetes::FieldError& error);

// Maximum number of unknown fields of an object that get a suggestion.
inline constexpr int kMaxSuggestions = 100;

// Returns the path of a field with a similar name in the same object; empty if no name is similar.
// `schema` is the schema of the resource, and may be null.
std::string NearestField(const crd::Structural* schema, std::string_view unknown);

}  // namespace structural::findings
