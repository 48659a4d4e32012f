// Rules for special cases of the server's rules, with texts of their own.
#pragma once

#include <string_view>

#include "document/tree.h"
#include "schema/crd/meta.h"

namespace structural::findings {

// Returns the rule to report for a violation of `rule` at `path`, the path as the author wrote it: a special case of
// `rule`, or `rule` itself. The violation's text and place do not change.
std::string_view SpecificRule(std::string_view rule, std::string_view path, const document::Tree& crd,
                              crd::ApiVersion version);

// Returns the server's rule of which `rule` is a special case. If `rule` is not a special case, returns `rule` itself.
std::string_view GeneralRule(std::string_view rule);

}  // namespace structural::findings
