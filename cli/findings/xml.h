// Text in XML.
#pragma once

#include <string>
#include <string_view>

namespace structural::findings {

// As an attribute's value or an element's text. What XML cannot hold becomes U+FFFD, as all control
// characters do: logs show these reports.
std::string XmlText(std::string_view text);

}  // namespace structural::findings
