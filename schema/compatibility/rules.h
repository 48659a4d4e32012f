// The rules of both policies, with texts for users.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::compatibility {

// Requirements of Kubernetes.
extern const rules::Rule kServerStructural;
extern const rules::Rule kServerPreserveUnknownFields;
extern const rules::Rule kServerConversion;

// Requirements of the KEP's plan, one for each of its lines.
extern const rules::Rule kKepCreate;
extern const rules::Rule kKepUpdate;
extern const rules::Rule kKepConversion;
extern const rules::Rule kKepPruning;
extern const rules::Rule kKepDefaults;
extern const rules::Rule kKepUnions;

// Returns all rules once, in the order of the documentation.
std::span<const rules::Rule* const> AllRules();

}  // namespace structural::compatibility
