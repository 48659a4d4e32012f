// A change as JSON, for machines.
#pragma once

#include "schema/compare/compare.h"
#include "schema/json/write.h"

namespace structural::compare {

// Members of an object that is begun: "aspect", "effect", "certain", "breaks", "version", "field",
// "keyword", "text", "before", "after", "beforePath", "afterPath", "witness".
void AddMembers(const Change& change, json::Writer& to);

// {"name", "effect", "loses", "defaults"}
void AddVersion(const VersionResult& version, json::Writer& to);

}  // namespace structural::compare
