#include <optional>

#include "schema/base/pointer.h"
#include "schema/fix/strategies.h"
#include "schema/go/pattern.h"

namespace structural::fix {
namespace {

struct UnsupportedKeyword {
  const char* name;
  const char* rule;
  ChangeImpact impact;
  const char* reason;
};

constexpr UnsupportedKeyword kUnsupported[] = {
    {"id", "unsupported-id", ChangeImpact::kSame, "it names the schema, and no reference uses the name"},
    {"$schema", "unsupported-schema", ChangeImpact::kSame, "CRDs have only one dialect"},
    {"definitions", "unsupported-definitions", ChangeImpact::kSame, "no keyword can refer to them"},
    {"dependencies", "unsupported-dependencies", ChangeImpact::kWider, "they are no longer checked"},
    {"additionalItems", "unsupported-additional-items", ChangeImpact::kWider, "it is no longer checked"},
    {"patternProperties", "unsupported-pattern-properties", ChangeImpact::kWider,
     "keys are no longer checked by pattern, and all keys are kept"},
    {"$ref", "unsupported-ref", ChangeImpact::kNeedsDecision,
     "replace it with the schema that it refers to, or describe the value here"}};

bool IsReferredTo(const json& schema, std::string_view keyword) {
  return keyword == "definitions" && schema.dump().find("\"$ref\"") != std::string::npos;
}

bool ItemsList(json& schema, const std::string& at, PlanContext& work) {
  json* items = Find(schema, "items");
  if (items == nullptr || !items->is_array()) return false;
  if (!work.ProposeChange(ChangeImpact::kWider, "unsupported-items-array", base::ChildPointer(at, "items"),
                          "elements are no longer checked by their position in the list")) {
    return false;
  }
  *items = FreeForm(true);
  return true;
}

void PreserveFalse(json& schema, const std::string& at, PlanContext& work) {
  const json* value = Find(schema, kPreserve);
  if (value == nullptr || *value != json(false)) return;
  if (work.ProposeChange(ChangeImpact::kSame, "unsupported-preserve-unknown-fields-false",
                         base::ChildPointer(at, kPreserve), "false means the same as its absence")) {
    schema.erase(kPreserve);
  }
}

}  // namespace

bool FixUnsupported(json& schema, const std::string& at, PlanContext& work) {
  bool lost = ItemsList(schema, at, work);
  PreserveFalse(schema, at, work);
  for (const auto& [name, rule, impact, reason] : kUnsupported) {
    if (!schema.contains(name) || IsReferredTo(schema, name)) continue;
    if (!work.ProposeChange(impact, rule, base::ChildPointer(at, name), reason)) continue;
    schema.erase(name);
    if (std::string_view(name) == "patternProperties") schema[kPreserve] = true;
    lost |= impact == ChangeImpact::kWider;
  }
  return lost;
}

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
    if (!work.ProposeChange(ChangeImpact::kWider, "pattern", base::ChildPointer(at, "pattern"),
                            "rewritten in Go's syntax: " + *rewritten))
      return false;
    schema["pattern"] = *rewritten;
    return true;
  }
  if (!work.ProposeChange(ChangeImpact::kWider, "pattern", base::ChildPointer(at, "pattern"),
                          "it does not compile, so it refuses every string: " + *error +
                              ". The value is no longer checked; alternatively, rewrite the "
                              "pattern in Go's syntax")) {
    return false;
  }
  schema.erase("pattern");
  return true;
}

}  // namespace structural::fix
