// Finds special cases of the server's rules, which are rules with texts of their own.
#pragma once

#include <string_view>

#include "document/tree.h"
#include "schema/crd/meta.h"

namespace structural::findings {

// Returns the id of the rule to report for a violation of `rule` at `path`, a path in the author's text: a special case
// of `rule`, or `rule` itself. The message and the position of the violation stay the same. `version` is the API
// version of the CRD.
std::string_view SpecificRule(std::string_view rule, std::string_view path, const document::Tree& crd,
                              crd::ApiVersion version);

// If `rule` is a special case, returns the id of the server's rule that it belongs to; otherwise returns `rule` itself.
std::string_view GeneralRule(std::string_view rule);

}  // namespace structural::findings
