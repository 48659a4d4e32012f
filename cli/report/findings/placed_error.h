// PlacedError: an error of a server, with its field.
#pragma once

#include <string>

#include "schema/kubernetes/field_error.h"

namespace structural::findings {

struct PlacedError {
  std::string path;     // for people; empty: the object as a whole
  std::string message;  // without the path
  std::string whole;    // as the server says it, for people
  kubernetes::PathSteps steps = {};  // the way to the field; empty: `path` has it
};

// A cause of "is invalid", or a message. If the server names no field (errors of allOf, anyOf, oneOf and not), `whole`
// begins with the field.
PlacedError Placed(const kubernetes::FieldError& error);

}  // namespace structural::findings
