// The rule of `pattern`.
#pragma once

#include <string_view>
#include <vector>

#include "schema/kubernetes/path.h"
#include "schema/kubernetes/violation.h"

namespace structural::rules {

inline constexpr std::string_view kPattern = "pattern";

// The rule of that id, for the pattern of the schema at `path`. Empty: it has none.
void CheckPattern(std::string_view pattern, const kubernetes::FieldPath& path,
                  std::vector<kubernetes::Violation>& found);

}  // namespace structural::rules
