#include "schema/validate/json_path.h"

#include "schema/kubernetes/violation.h"

namespace structural::validate {

bool ValidateSimpleJsonPath(const Context& in, std::string_view rule, std::string_view json_path,
                            const FieldPath& path) {
  if (json_path.starts_with('.')) return true;
  in.errors.Add(kubernetes::Invalid(rule, path, json_path, "must be a simple json path starting with ."));
  return false;
}

}  // namespace structural::validate
