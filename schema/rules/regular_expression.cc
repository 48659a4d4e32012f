#include "schema/rules/regular_expression.h"

#include "schema/rules/regexp/parse.h"

namespace structural::rules {
namespace {

std::optional<std::string> Told(const std::optional<regexp::Mistake>& mistake) {
  if (!mistake) return std::nullopt;
  std::string text = "error parsing regexp: ";
  text.append(mistake->what).append(": `").append(mistake->where).append("`");
  return text;
}

}  // namespace

std::optional<std::string> FindMistake(std::string_view pattern) {
  return Told(regexp::Parse(pattern));
}

std::optional<std::string> FindMistake(std::string_view pattern, regexp::Program& program) {
  return Told(regexp::Parse(pattern, program));
}

void CheckPattern(std::string_view pattern, const base::FieldPath& path,
                  std::vector<base::Violation>& found) {
  if (pattern.empty()) return;
  const auto mistake = FindMistake(pattern);
  if (!mistake) return;
  found.push_back(base::Invalid(kPattern, path.Child("pattern"), pattern,
                                "must be a valid regular expression, but isn't: " + *mistake));
}

}  // namespace structural::rules
