// Fields that the API does not have, anywhere in a CRD.
#pragma once

#include <vector>

#include "cli/rules/strict/strict.h"
#include "schema/kubernetes/type.h"

namespace structural::lint {

// Each is judged by the first of nested-read-only, ignored-keyword, v1beta1-field and
// unknown-field that it is a case of.
void CheckFields(const document::Tree& tree, crd::ApiVersion version,
                 std::vector<StrictFinding>& found);

}  // namespace structural::lint
