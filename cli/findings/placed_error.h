// PlacedError: an error of a server, with the field that it is about.
#pragma once

#include <string>
#include <string_view>

namespace structural::findings {

struct PlacedError {
  std::string path;     // empty: the object as a whole
  std::string message;  // without the path
  std::string whole;    // as the server says it, for people
};

// A cause of "is invalid": FIELD: WHAT. Of allOf, anyOf, oneOf and not the server tells the place in
// the text alone, which then begins with <nil>; `whole` begins with the place.
PlacedError PlaceCause(std::string error);

// Another message. A decoder's names the field of metadata or of the object.
PlacedError PlaceMessage(std::string message);

}  // namespace structural::findings
