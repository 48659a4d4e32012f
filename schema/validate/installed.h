// Whether a server can have a CRD that nobody asks it to create: one that objects are judged by.
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/validate/validate.h"

namespace structural::validate {

// Plain data.
struct Installed {
  Verdict verdict;  // its errors: why this release would not create it
  // There are errors, and all are about the costs of rules: an older release may have created it.
  bool costs_too_much = false;

  // No release can have created it.
  bool refused() const { return !verdict.valid() && !costs_too_much; }
};

// `preserves`: it has preserveUnknownFields, so that no server creates it; it is taken as a server that
// has it takes an update. Pure; `arena` is working memory. Errors: as ValidateCreate.
base::Result<Installed> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena);

}  // namespace structural::validate
