#include "schema/go/pattern.h"

#include <optional>

#include "schema/base/pointer.h"
#include "schema/fix/strategies.h"

namespace structural::fix {
namespace {

bool IsHex(std::string_view text) { return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos; }

// Replaces \u0041 by \x{0041}, and \Z and $ by their equivalents in Go.
std::optional<std::string> ToGoSyntax(std::string_view pattern) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '\\' || i + 1 == pattern.size()) {
      out += pattern[i];
      continue;
    }
    const char c = pattern[++i];
    if (c == 'u' && pattern.size() >= i + 5 && IsHex(pattern.substr(i + 1, 4))) {
      out.append("\\x{").append(pattern.substr(i + 1, 4)).append("}");
      i += 4;
    } else if (c == 'Z') {
      out += "\\n?\\z";
    } else {
      out.append("\\").append(1, c);
    }
  }
  if (out == pattern || go::CompileError(out)) return std::nullopt;
  return out;
}

}  // namespace

bool FixPattern(json& schema, const std::string& at, PlanContext& work) {
  const std::string_view pattern = TextOf(schema, "pattern");
  const auto error = go::CompileError(pattern);
  if (!error) return false;
  if (const auto rewritten = ToGoSyntax(pattern)) {
    if (!work.ProposeChange(ChangeImpact::kWider, "pattern", base::PointerBelow(at, "pattern"),
                            "rewritten in Go's syntax: " + *rewritten))
      return false;
    schema["pattern"] = *rewritten;
    return true;
  }
  if (!work.ProposeChange(ChangeImpact::kWider, "pattern", base::PointerBelow(at, "pattern"),
                          "it does not compile, so it refuses every string: " + *error +
                              ". The value is no longer checked; alternatively, rewrite the "
                              "pattern in Go's syntax")) {
    return false;
  }
  schema.erase("pattern");
  return true;
}

}  // namespace structural::fix
