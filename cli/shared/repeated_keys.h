// RepeatedKeys: finds repeated keys of an object, which a server with fieldValidation=Strict
// refuses.
#pragma once

#include <string>
#include <vector>

#include "document/document.h"
#include "document/tree.h"

namespace structural::cli {

// Returns the paths of the repeated keys in one object of the document, in their order. `tree` is
// the tree of the object; `begin` is the offset of the object in the document's JSON. If a repeated
// key replaces a value, keys inside the replaced value are skipped.
std::vector<std::string> RepeatedKeys(const document::Document& document, const document::Tree& tree,
                                      std::size_t begin);

}  // namespace structural::cli
