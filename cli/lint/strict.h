// What --strict adds: mistakes in a CRD that the API server does not mind, because it drops what it
// does not know and reads what is there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"
#include "schema/crd/crd.h"

namespace structural::lint {

struct StrictFinding {
  std::string_view rule;
  document::Tree::Node node;
  std::string path;
  std::string message;
};

// In the whole CRD, as its author wrote it: fields that the API does not have, with the one that
// may be meant, and schemas that are an object and a list, or a map, at once. `version` is the
// CRD's own.
std::vector<StrictFinding> FindStrict(const document::Tree& crd, crd::ApiVersion version);

}  // namespace structural::lint
