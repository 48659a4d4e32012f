// The rules of structural diff: effects of an update of a CRD that objects and clients must not
// have.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::lint_rules {

extern const rules::Rule kObjectsRefused;
extern const rules::Rule kObjectsPossiblyRefused;  // no proof was found, and no refused object
extern const rules::Rule kDataLost;
extern const rules::Rule kDefaultChanged;
extern const rules::Rule kClientsBreak;
extern const rules::Rule kCrdRemoved;

// All rules of structural diff. Static storage duration.
std::span<const rules::Rule* const> DiffRules();

}  // namespace structural::lint_rules
