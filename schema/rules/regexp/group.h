// (?i), (?s-m:, (?P<name>: what begins with (?.
//
// Upstream: Go regexp/syntax parse.go parsePerlFlags (Go 1.26).
#pragma once

#include "schema/rules/regexp/builder.h"
#include "schema/rules/regexp/source.h"

namespace structural::rules::regexp {

// Precondition: the source starts with (?.
bool ReadGroup(Source& source, Builder& builder);

}  // namespace structural::rules::regexp
