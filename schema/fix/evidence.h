// Evidence: what junctors say of a value besides the schema that the value has.
#pragma once

#include <string_view>
#include <vector>

#include "schema/fix/work.h"

namespace structural::fix {

// Borrows a branch of a junctor, or what stands in it for a field. Valid until that is changed.
struct Evidence {
  const json* schema;
  bool always;     // it applies to every value: only allOf is between
  bool complete;   // it is below a junctor of the root: its fields must be specified outside, too
  std::string at;  // its JSON Pointer
};

using EvidenceList = std::vector<Evidence>;

// All branches of the junctors of `schema`, which stands at `at`, and those of `about`, which come
// first. `root`: the schema is the root of a version.
EvidenceList WithBranches(const json& schema, const std::string& at, bool root,
                          const EvidenceList& about);

// What they say of a property, or of "items".
EvidenceList OfProperty(const EvidenceList& about, std::string_view key);
EvidenceList OfItems(const EvidenceList& about);

}  // namespace structural::fix
