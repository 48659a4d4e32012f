// The rules of both policies (kServer and kKep), with the texts that users see.
#pragma once

#include <span>

#include "schema/crd/rules/rule.h"

namespace structural::compatibility {

// Rules of kServer: the requirements of Kubernetes.
extern const crd::Rule kServerStructural;
extern const crd::Rule kServerPreserveUnknownFields;
extern const crd::Rule kServerConversion;

// Rules of kKep: one for each line of the KEP's API Compatibility Plan.
extern const crd::Rule kKepCreate;
extern const crd::Rule kKepUpdate;
extern const crd::Rule kKepConversion;
extern const crd::Rule kKepPruning;
extern const crd::Rule kKepDefaults;
extern const crd::Rule kKepUnions;

// Returns the rules of both policies, each once, in the order in which they are documented.
std::span<const crd::Rule* const> AllRules();

}  // namespace structural::compatibility
