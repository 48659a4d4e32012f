// Package: the Protobuf package that the kinds of one group and version are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/generate/kind.h"
#include "schema/generate/place.h"
#include "schema/generate/proto/numbers.h"

namespace structural::generate::proto {

struct FileText {
  std::string text;
  std::vector<Diagnostics> diagnostics;  // for each kind, in their order
};

// One file, of proto3. `numbers` gets those of new fields. Precondition: none of the kinds is
// refused; all are of one group and version. `name` may be empty: then it is PackageOf.
FileText WriteFile(const std::vector<const Kind*>& kinds, std::string_view name, Numbers& numbers);

// "com.example.v1", as an API server names definitions in OpenAPI.
std::string PackageOf(const Kind& kind);

}  // namespace structural::generate::proto
