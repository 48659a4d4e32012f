// The errors of a server about an object, as readers see them.
#pragma once

#include <string>
#include <string_view>

#include "schema/crd/model/structural.h"
#include "schema/kubernetes/field_error.h"

namespace structural::findings {

// An error of a server, with its field.
struct PlacedError {
  std::string path;                  // path for readers; empty: the whole object
  std::string message;               // without the path
  std::string whole;                 // the server's text, for readers
  kubernetes::PathSteps steps = {};  // steps to the field; empty: only `path` names the field
};

// Returns the error with its path and texts. `error` is a cause of "is invalid", or a whole message. If the server
// names no field (errors of allOf, anyOf, oneOf and not), `whole` begins with the field.
PlacedError Placed(const kubernetes::FieldError& error);

// Maximum number of unknown fields of an object that get a suggestion.
inline constexpr int kMaxSuggestions = 100;

// Returns the path of a field with a similar name in the same object; empty if no name is similar.
// `schema` is the schema of the resource, and may be null.
std::string NearestField(const crd::Structural* schema, std::string_view unknown);

}  // namespace structural::findings
