// The JSON Patch (RFC 6902) of a mutation.
#pragma once

#include <string>
#include <vector>

#include "schema/unions/kep/changes.h"

namespace structural::webhook {

// What makes `now` of `sent`, and nothing else, where the changes are those between the two. Of
// metadata.managedFields the entries at these indices, which are sorted, are taken out at the end.
std::string WritePatch(const std::vector<unions::kep::Change>& changes,
                       const std::vector<std::size_t>& managers_out);

}  // namespace structural::webhook
