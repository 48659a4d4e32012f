// ValidateInstalled: whether a server can already have a CRD whose objects are checked.
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/validate/validate.h"

namespace structural::validate {

// The result of ValidateInstalled. Plain data.
struct Installed {
  ValidationResult verdict;  // its errors are the reasons why this release would refuse a create of the CRD
  // Whether the CRD has errors, and all of them are about the costs of rules. An older release may have accepted such a
  // CRD.
  bool costs_too_much = false;

  // Whether no release can have accepted the CRD.
  bool refused() const { return !verdict.valid() && !costs_too_much; }
};

// Validates a CRD. `preserves`: it has spec.preserveUnknownFields, so that no server creates it; it is validated as an
// update of itself. Pure; `arena` is working memory. Errors: as ValidateCreate.
base::Result<Installed> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena);

}  // namespace structural::validate
