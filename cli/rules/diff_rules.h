// The rules of structural diff: what the update of a CRD must not do to objects and clients.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::lint_rules {

extern const rules::Rule kObjectsRefused;
extern const rules::Rule kObjectsPossiblyRefused;  // neither proved nor shown
extern const rules::Rule kDataLost;
extern const rules::Rule kDefaultChanged;
extern const rules::Rule kClientsBreak;
extern const rules::Rule kCrdRemoved;

// All of them. Static storage.
std::span<const rules::Rule* const> DiffRules();

}  // namespace structural::lint_rules
