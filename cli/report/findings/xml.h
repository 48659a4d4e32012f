// Escapes text for XML.
#pragma once

#include <string>
#include <string_view>

namespace structural::findings {

// Returns the text for an attribute's value or an element's text. Control characters, and
// characters that XML does not allow, become U+FFFD, because logs show these reports.
std::string XmlText(std::string_view text);

}  // namespace structural::findings
