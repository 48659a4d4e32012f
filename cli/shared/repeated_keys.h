// RepeatedKeys: finds repeated keys of an object, which a server with fieldValidation=Strict
// refuses.
#pragma once

#include <string>
#include <vector>

#include "document/document.h"
#include "document/tree.h"

namespace structural::cli {

// Returns the paths of the repeated keys in an object of the document, in order. `tree` is the
// object's, which begins at `begin` of the document's JSON. Skips keys in a value that a later one
// replaces.
std::vector<std::string> RepeatedKeys(const document::Document& document,
                                      const document::Tree& tree, std::size_t begin);

}  // namespace structural::cli
