// Where a CRD declares unions.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"

namespace structural::compatibility {

struct DeclaredUnions {
  std::string path;  // of the annotation or an x-kubernetes-unions, as the CRD's author wrote it
  std::string what;  // is declared there, as JSON text

  auto operator<=>(const DeclaredUnions&) const = default;
};

// Each place, up to 8 MiB of paths; whether the declarations are right is no matter. Empty text:
// none. Precondition: another text is a CRD's.
std::vector<DeclaredUnions> FindDeclaredUnions(std::string_view json, base::Arena& arena);

}  // namespace structural::compatibility
