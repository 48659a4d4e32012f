#include "schema/go/regular_expression.h"

#include "schema/go/regexp/parse.h"

namespace structural::go {
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

}  // namespace structural::go
