// The rules of `structural diff`. Each forbids an effect that an update of a CRD can have on objects or clients.
#pragma once

#include <span>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

extern const crd::Rule kObjectsRefused;
extern const crd::Rule kObjectsPossiblyRefused;  // no refused object was found, but no proof that none exists
extern const crd::Rule kDataLost;
extern const crd::Rule kDefaultChanged;
extern const crd::Rule kAppliesChanged;
extern const crd::Rule kClientsBreak;
extern const crd::Rule kCrdRemoved;

// All rules above, in this order. Static storage duration.
std::span<const crd::Rule* const> DiffRules();

}  // namespace structural::rules
