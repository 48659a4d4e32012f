// What a server with fieldValidation=Strict refuses: unknown fields and repeated keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "document/tree.h"
#include "schema/model/structural.h"

namespace structural::cli {

// The path of the field that was meant by an unknown one, beside it; empty: none is near. `schema`
// is that of the resource and may be null.
std::string NearestField(const model::Structural* schema, std::string_view unknown);

// The paths of the keys that an object of the document gives several times, in its order. `tree` is
// the object's, which begins at `begin` of the document's JSON. A key in a value that a later one
// replaces is not told of.
std::vector<std::string> RepeatedKeys(const document::Document& document,
                                      const document::Tree& tree, std::size_t begin);

}  // namespace structural::cli
