// The rules of both policies, for people.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::compatibility {

// What Kubernetes refuses.
extern const rules::Rule kServerStructural;
extern const rules::Rule kServerPreserveUnknownFields;
extern const rules::Rule kServerConversion;

// What the plan refuses, a line each.
extern const rules::Rule kKepCreate;
extern const rules::Rule kKepUpdate;
extern const rules::Rule kKepConversion;
extern const rules::Rule kKepPruning;
extern const rules::Rule kKepDefaults;
extern const rules::Rule kKepUnions;

// Each once, in the order in which people read about them.
std::span<const rules::Rule* const> AllRules();

}  // namespace structural::compatibility
