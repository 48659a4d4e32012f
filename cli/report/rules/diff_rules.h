// The rules of structural diff: effects of an update of a CRD that harm objects or clients.
#pragma once

#include <span>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

extern const crd::Rule kObjectsRefused;
extern const crd::Rule kObjectsPossiblyRefused;  // neither a proof nor a refused object was found
extern const crd::Rule kDataLost;
extern const crd::Rule kDefaultChanged;
extern const crd::Rule kAppliesChanged;
extern const crd::Rule kClientsBreak;
extern const crd::Rule kCrdRemoved;

// All rules of structural diff. Static storage duration.
std::span<const crd::Rule* const> DiffRules();

}  // namespace structural::rules
