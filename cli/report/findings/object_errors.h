// Converts the errors of a server about an object to paths and messages for reports.
#pragma once

#include <string>
#include <string_view>

#include "schema/crd/model/structural.h"
#include "schema/kubernetes/field_error.h"

namespace structural::findings {

// An error of a server about a field of an object.
struct PlacedError {
  // path of the field, as reports print it; empty: the error is about the whole object
  std::string path;
  std::string message;               // message without the path
  std::string server_message;        // the server's complete message, as reports print it
  kubernetes::PathSteps steps = {};  // the same path as steps; empty: the steps are unknown
};

// Converts `error`, which has one of the causes in a server's status "is invalid", or the whole message of any other
// status. For errors of allOf, anyOf, oneOf and not, the server's message does not name the field; `server_message`
// then begins with the field nevertheless.
PlacedError ToPlacedError(const kubernetes::FieldError& error);

// Maximum number of unknown fields of one object for which NearestField should be called.
inline constexpr int kMaxSuggestions = 100;

// `unknown` is the path of an unknown field. Returns the path of the known field of the same object with the most
// similar name; empty if no name is similar. `schema` is the schema of the resource; null: none is known.
std::string NearestField(const crd::Structural* schema, std::string_view unknown);

}  // namespace structural::findings
