// Where a CRD declares unions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"

namespace structural::compatibility {

// The paths of the annotation and of each x-kubernetes-unions, as the CRD's author wrote them;
// whether the declarations are right is no matter. Precondition: the text is a CRD's.
std::vector<std::string> DeclaredUnions(std::string_view json, base::Arena& arena);

}  // namespace structural::compatibility
