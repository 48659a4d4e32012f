// The rules of both policies, with texts for users.
#pragma once

#include <span>

#include "schema/crd/rules/rule.h"

namespace structural::compatibility {

// Requirements of Kubernetes.
extern const crd::Rule kServerStructural;
extern const crd::Rule kServerPreserveUnknownFields;
extern const crd::Rule kServerConversion;

// Requirements of the KEP's plan, one for each of its lines.
extern const crd::Rule kKepCreate;
extern const crd::Rule kKepUpdate;
extern const crd::Rule kKepConversion;
extern const crd::Rule kKepPruning;
extern const crd::Rule kKepDefaults;
extern const crd::Rule kKepUnions;

// Returns all rules once, in the order of the documentation.
std::span<const crd::Rule* const> AllRules();

}  // namespace structural::compatibility
