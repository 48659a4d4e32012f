// FindStrict: makes the checks of --strict. They find errors that the API server does not report: unknown fields, which
// it drops, and violations of those requirements of the KEPs that it does not check.
//
// Each rule has a function, which checks.h declares; the texts about the rule are next to the function's definition.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"

namespace structural::rules {

// A violation of a rule of --strict.
struct StrictFinding {
  std::string_view rule;      // id of the rule
  document::Tree::Node node;  // the value that has the error; kNone: it is the value at `path`
  std::string path;
  std::string message;
};

// Checks a whole CRD. `tree` is the JSON from which `crd` was decoded; `arena` is working memory. Paths of findings
// with a node are paths in this JSON, such as spec.validation.openAPIV3Schema. Paths of findings without a node are
// those of the CRD as converted to v1.
std::vector<StrictFinding> FindStrict(const document::Tree& tree, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

}  // namespace structural::rules
