// ValidateInstalled: whether a server can already have a CRD whose objects are checked.
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/validate/validate.h"

namespace structural::validate {

// Plain data.
struct Installed {
  Verdict verdict;  // its errors: why this release would refuse to create it
  // Whether it has errors, and all are about the costs of rules, so that an older release may have accepted it.
  bool costs_too_much = false;

  // Whether no release can have accepted it.
  bool refused() const { return !verdict.valid() && !costs_too_much; }
};

// Validates a CRD. `preserves`: it has spec.preserveUnknownFields, so that no server creates it; it is validated as an
// update of itself. Pure; `arena` is working memory. Errors: as ValidateCreate.
base::Result<Installed> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena);

}  // namespace structural::validate
