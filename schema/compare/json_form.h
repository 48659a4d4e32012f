// A change as JSON for programs.
#pragma once

#include "schema/compare/compare.h"
#include "schema/json/write.h"

namespace structural::compare {

// Appends members to the current object: "aspect", "effect", "certain", "breaks", "version", "field", "keyword",
// "text", "before", "after", "beforePath", "afterPath", "witness".
void AddMembers(const Change& change, json::Writer& to);

// Appends {"name", "effect", "loses", "defaults"}.
void AddVersion(const VersionResult& version, json::Writer& to);

}  // namespace structural::compare
