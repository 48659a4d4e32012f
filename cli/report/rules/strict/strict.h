// The checks of --strict: errors in a CRD that the API server accepts, because it drops unknown fields, and
// requirements of the proposals that the API server does not check.
//
// Each rule has a function, declared in checks.h, and a text next to the function's definition.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"

namespace structural::rules {

struct StrictFinding {
  std::string_view rule;
  document::Tree::Node node;  // node of the finding; kNone: the node at `path`
  std::string path;
  std::string message;
};

// Checks the whole CRD in its author's form. `tree` is the text that `crd` was decoded from;
// `arena` is working memory. Paths in a schema of all versions are the author's; findings without a
// node have the server's paths.
std::vector<StrictFinding> FindStrict(const document::Tree& tree, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

}  // namespace structural::rules
