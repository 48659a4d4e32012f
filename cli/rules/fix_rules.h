// What fix and upgrade say beside the rules of schemas.
#pragma once

#include "schema/rules/rule.h"

namespace structural::lint {

extern const rules::Rule kListMapKeys;
extern const rules::Rule kUnsatisfiable;
extern const rules::Rule kUpgrade;

}  // namespace structural::lint
