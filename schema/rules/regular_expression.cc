#include "schema/rules/regular_expression.h"

#include "schema/rules/regexp/parse.h"

namespace structural::rules {

std::optional<std::string> FindMistake(std::string_view pattern) {
  const auto mistake = regexp::Parse(pattern);
  if (!mistake) return std::nullopt;
  std::string text = "error parsing regexp: ";
  text.append(mistake->what).append(": `").append(mistake->where).append("`");
  return text;
}

}  // namespace structural::rules
