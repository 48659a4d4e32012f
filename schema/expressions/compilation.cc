#include "schema/expressions/compilation.h"

#include <algorithm>
#include <utility>

namespace structural::expressions {

bool TypedExpression::Uses(std::string_view variable) const {
  return std::ranges::any_of(checked.references, [&](const auto& each) { return each.second.name == variable; });
}

TypedExpression ReadExpression(const cel::Source& source, const cel::CheckEnvironment& environment,
                               base::Arena& arena) {
  TypedExpression read;
  auto parsed = cel::Parse(source, cel::ParseOptionsOf(environment.edition), arena);
  if (!parsed.ok()) {
    read.error = parsed.error().message();
    return read;
  }
  read.parsed = *std::move(parsed);
  read.parts = static_cast<std::size_t>(read.parsed.places.last());
  if (read.parsed.root == nullptr) {
    read.error = read.parsed.issues.Display(source);
    return read;
  }
  auto checked = cel::Check(read.parsed, source, environment, arena);
  if (!checked.ok()) {
    read.error = checked.error().message();
    return read;
  }
  read.checked = *std::move(checked);
  if (!read.checked.issues.empty()) read.error = read.checked.issues.Display(source);
  return read;
}

}  // namespace structural::expressions
