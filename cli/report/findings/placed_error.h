// PlacedError: an error of a server, with its field.
#pragma once

#include <string>

#include "schema/kubernetes/field_error.h"

namespace structural::findings {

struct PlacedError {
  std::string path;                  // path for readers; empty: the whole object
  std::string message;               // without the path
  std::string whole;                 // the server's text, for readers
  kubernetes::PathSteps steps = {};  // steps to the field; empty: only `path` names the field
};

// A cause of "is invalid", or a message. If the server names no field (errors of allOf, anyOf, oneOf and not), `whole`
// begins with the field.
PlacedError Placed(const kubernetes::FieldError& error);

}  // namespace structural::findings
