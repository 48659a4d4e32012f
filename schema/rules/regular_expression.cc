#include "schema/rules/regular_expression.h"

#include "schema/rules/regexp/parse.h"

namespace structural::rules {
namespace {

std::optional<std::string> FormatError(const std::optional<regexp::SyntaxError>& error) {
  if (!error) return std::nullopt;
  std::string text = "error parsing regexp: ";
  text.append(error->what).append(": `").append(error->where).append("`");
  return text;
}

}  // namespace

std::optional<std::string> CompileError(std::string_view pattern) {
  return FormatError(regexp::Parse(pattern));
}

std::optional<std::string> CompileError(std::string_view pattern, regexp::Program& program) {
  return FormatError(regexp::Parse(pattern, program));
}

void CheckPattern(std::string_view pattern, const base::FieldPath& path,
                  std::vector<base::Violation>& found) {
  if (pattern.empty()) return;
  const auto error = CompileError(pattern);
  if (!error) return;
  found.push_back(base::Invalid(kPattern, path.Child("pattern"), pattern,
                                "must be a valid regular expression, but isn't: " + *error));
}

}  // namespace structural::rules
