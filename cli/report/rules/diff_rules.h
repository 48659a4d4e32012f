// The rules of `structural diff`. Each forbids an effect that an update of a CRD can have on objects or clients.
#pragma once

#include <span>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

extern const crd::Rule kObjectsRefused;
// objects may be refused: none was found, but nothing proves that none exists
extern const crd::Rule kObjectsPossiblyRefused;
extern const crd::Rule kDataLost;
extern const crd::Rule kDefaultChanged;
extern const crd::Rule kAppliesChanged;
extern const crd::Rule kClientsBreak;
extern const crd::Rule kCrdRemoved;

// Returns all rules of `structural diff`, in the order of their declarations. Static storage duration.
std::span<const crd::Rule* const> DiffRules();

}  // namespace structural::rules
