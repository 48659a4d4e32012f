// What --strict adds: mistakes in a CRD that the API server does not mind, because it drops what it
// does not know and reads what is there, and what the proposals ask for beyond what it checks.
//
// A rule is a file in this folder, and a line in strict.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"

namespace structural::lint_rules {

struct StrictFinding {
  std::string_view rule;
  document::Tree::Node node;  // kNone: where the path leads
  std::string path;
  std::string message;
};

// In the whole CRD, as its author wrote it. `tree` is the text that `crd` was decoded from; `arena`
// is working memory. Paths of what every version shares are as the author wrote them, but for those
// without a node: they are the server's.
std::vector<StrictFinding> FindStrict(const document::Tree& tree,
                                      const crd::CustomResourceDefinition& crd, base::Arena& arena);

}  // namespace structural::lint_rules
