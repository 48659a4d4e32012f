#include "schema/rules/pattern.h"

#include "schema/go/regular_expression.h"

namespace structural::rules {

void CheckPattern(std::string_view pattern, const kubernetes::FieldPath& path,
                  std::vector<kubernetes::Violation>& found) {
  if (pattern.empty()) return;
  const auto error = go::CompileError(pattern);
  if (!error) return;
  found.push_back(kubernetes::Invalid(kPattern, path.Child("pattern"), pattern,
                                      "must be a valid regular expression, but isn't: " + *error));
}

}  // namespace structural::rules
