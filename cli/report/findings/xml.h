// Writes parts of reports in XML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::findings {

// Escapes a text for an attribute's value or an element's content. Control characters become U+FFFD, because logs that
// show the report could execute them, and so do characters that XML does not allow.
std::string XmlText(std::string_view text);

// The elements of JUnit's XML. The functions escape their arguments, except `content`.
namespace junit {

// Returns the start of the report, up to the start tag of testsuites.
std::string BeginReport(std::string_view command);

// The numbers of test cases in a testsuite: all, those with a failure, and those with an error.
struct SuiteCounts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
};
// Returns the start tag of a testsuite.
std::string BeginSuite(std::string_view name, const SuiteCounts& counts);

// Returns a testcase element. `content` is the XML of its child elements; empty for a case that passes without a
// message.
std::string TestCase(std::string_view classname, std::string_view name, std::string_view content);
// Returns a failure element, which is a child of a testcase.
std::string Failure(std::string_view type, std::string_view message, std::string_view text);

inline constexpr std::string_view kEndSuite = "  </testsuite>\n", kEndReport = "</testsuites>\n";

}  // namespace junit

}  // namespace structural::findings
