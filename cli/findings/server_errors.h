// What an API server refuses in a CRD beside the form of its schemas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"

namespace structural::lint {

struct ServerError {
  std::string_view rule;  // as in server_rules.h
  std::string path;       // as the author of a CRD in v1 writes it
  std::string message;    // "Required value"
  std::string text;       // the whole of it, as the server says it
  bool shared = false;    // the path is in versions[0], and the error is in every version
};

// Of a new CRD in v1, whose text `crd` was decoded from; v1beta1 is served no more, and has none.
// What schema/rules finds is left out. `arena` is working memory. Pure.
std::vector<ServerError> ServerErrors(std::string_view text,
                                      const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena);

}  // namespace structural::lint
