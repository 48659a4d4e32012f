// (?i), (?s-m:, (?P<name>: what begins with (?.
//
// Upstream: Go regexp/syntax parse.go parsePerlFlags (Go 1.26).
#pragma once

#include "schema/go/regexp/builder.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

// Precondition: the source starts with (?.
bool ReadGroup(Source& source, Builder& builder);

}  // namespace structural::go::regexp
