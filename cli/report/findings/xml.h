// Parts of reports in XML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::findings {

// Returns the text for an attribute's value or an element's text. Control characters, and
// characters that XML does not allow, become U+FFFD, because logs show these reports.
std::string XmlText(std::string_view text);

// The elements of JUnit's XML. Names and texts are escaped.
namespace junit {

std::string Begin(std::string_view command);

struct SuiteCounts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
};
std::string BeginSuite(std::string_view name, const SuiteCounts& counts);

// Returns a testcase. `content`: elements of the case; empty for a case that passes without a message.
std::string Case(std::string_view classname, std::string_view name, std::string_view content);
std::string Failure(std::string_view type, std::string_view message, std::string_view text);

inline constexpr std::string_view kEndSuite = "  </testsuite>\n", kEnd = "</testsuites>\n";

}  // namespace junit

}  // namespace structural::findings
