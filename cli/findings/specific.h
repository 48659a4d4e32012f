// A violation of one of the server's rules may be a case of its own, for which there is more to
// say.
#pragma once

#include <string_view>

#include "document/tree.h"
#include "schema/crd/meta.h"

namespace structural::findings {

// The rule to name for a violation of `rule` at `path`, as the author wrote it, of a CRD: often the
// same. The violation, its text and its place stay what they are.
std::string_view SpecificRule(std::string_view rule, std::string_view path,
                              const document::Tree& crd, crd::ApiVersion version);

// The server's rule that a rule is a case of: often the same.
std::string_view GeneralRule(std::string_view rule);

}  // namespace structural::findings
