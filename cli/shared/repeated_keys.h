// RepeatedKeys: the keys that an object gives several times, which a server with fieldValidation=Strict refuses.
#pragma once

#include <string>
#include <vector>

#include "document/document.h"
#include "document/tree.h"

namespace structural::cli {

// The paths of the keys that an object of the document gives several times, in its order. `tree` is
// the object's, which begins at `begin` of the document's JSON. A key in a value that a later one
// replaces is not told of.
std::vector<std::string> RepeatedKeys(const document::Document& document,
                                      const document::Tree& tree, std::size_t begin);

}  // namespace structural::cli
