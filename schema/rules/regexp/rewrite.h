// A pattern in words that RE2 understands as Go does: classes and letter case written out, groups
// without names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/rules/regexp/node.h"

namespace structural::rules::regexp {

// The same tree as text. It matches the same texts; what its groups capture is not kept.
std::string Rewrite(const Node& node);

}  // namespace structural::rules::regexp
