// Taking members out of JSON text without moving the rest.
#pragma once

#include <string>
#include <vector>

#include "document/span.h"

namespace structural::document {

// Puts spaces over the ranges, members of objects each, and over the commas that are then too
// many. A range may stand in another one. `offset` is where `text` begins in the text that the
// ranges count in.
void EraseMembers(std::vector<Range> members, std::size_t offset, std::string& text);

}  // namespace structural::document
