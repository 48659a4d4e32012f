// Every rule. A new one is a row in structural.cc, nested.cc or unsupported.cc.
#pragma once

#include "schema/rules/nested.h"
#include "schema/rules/structural.h"
#include "schema/rules/unsupported.h"

namespace structural::rules {

// Checked by their own walks: completeness.h, crd/evaluate.h.
extern const Rule kCompleteness;
extern const Rule kPreserveUnknownFields;

// All of them, each once, in the order in which people read about them.
std::span<const Rule* const> AllRules();

}  // namespace structural::rules
