#include "schema/cel/validate_literals.h"

#include "schema/cel/walk.h"
#include "schema/go/duration.h"
#include "schema/go/pattern.h"
#include "schema/go/time.h"

namespace structural::cel {
namespace {

bool IsPattern(const Constant& constant) {
  const auto* text = std::get_if<std::string_view>(&constant);
  return text == nullptr || !go::CompileError(*text);
}

bool IsDuration(const Constant& constant) {
  if (std::holds_alternative<Null>(constant) || std::holds_alternative<std::int64_t>(constant)) return false;
  const auto* text = std::get_if<std::string_view>(&constant);
  return text == nullptr || go::ParseDuration(*text).has_value();
}

// Whether the timestamp is in the years 1 to 9999, in UTC.
bool IsTimestamp(const Constant& constant) {
  if (const auto* seconds = std::get_if<std::int64_t>(&constant)) {
    return *seconds >= -62135596800 && *seconds <= 253402300799;
  }
  const auto* text = std::get_if<std::string_view>(&constant);
  if (text == nullptr) return !std::holds_alternative<Null>(constant);
  const auto time = go::NormalizeRfc3339(*text);
  if (!time) return false;
  const bool four_digits = time->empty() || time->find('-') == 4;
  return four_digits && !time->starts_with("0000");
}

// Functions whose literal arguments are checked.
struct LiteralRule {
  std::string_view function;
  bool (*is_valid)(const Constant& constant);
};

constexpr LiteralRule kLiteralRules[] = {
    {"duration", IsDuration},
    {"timestamp", IsTimestamp},
    {"matches", IsPattern},
};

class LiteralValidator {
 public:
  LiteralValidator(const Parsed& parsed, const Source& source, Checked& checked)
      : parsed_(parsed), source_(source), checked_(checked), exempt_(checked.types.size()) {}

  // Literals within a call of format can have elements of different types.
  void Exempt(const Expr& expr) {
    const Call* call = std::get_if<Call>(&expr.node);
    if (call == nullptr || call->function != "format" || exempt_[expr.id]) return;
    VisitParts(expr, [this](const Expr& part) { exempt_[part.id] = true; });
  }

  void ValidateArgument(const Expr& expr, const LiteralRule& rule) {
    const Call* call = std::get_if<Call>(&expr.node);
    if (call == nullptr || call->function != rule.function || call->arguments.empty()) return;
    const Constant* constant = std::get_if<Constant>(&call->arguments[0]->node);
    if (constant == nullptr || rule.is_valid(*constant)) return;
    Report(call->arguments[0]->id, "invalid " + std::string(rule.function) + " argument");
  }

  // Checks up to the first element with another type.
  void ValidateList(const Expr& expr) {
    const List* list = std::get_if<List>(&expr.node);
    if (list == nullptr || list->elements.empty() || exempt_[expr.id]) return;
    auto optional = list->optional.begin();
    const Type* first = nullptr;
    for (std::size_t i = 0; i < list->elements.size(); ++i) {
      const bool is_optional = optional != list->optional.end() && *optional == static_cast<std::int32_t>(i);
      if (is_optional) ++optional;
      const Type* type = TypeOf(*list->elements[i], is_optional);
      if (first == nullptr) first = type;
      if (!Require(*list->elements[i], *first, *type)) return;
    }
  }

  void ValidateMap(const Expr& expr) {
    const Map* map = std::get_if<Map>(&expr.node);
    if (map == nullptr || map->entries.empty() || exempt_[expr.id]) return;
    const Entry& first = map->entries[0];
    for (const Entry& entry : map->entries) {
      Require(*entry.key, *TypeOf(*first.key, false), *TypeOf(*entry.key, false));
      Require(*entry.value, *TypeOf(*first.value, first.optional), *TypeOf(*entry.value, entry.optional));
    }
  }

 private:
  const Type* TypeOf(const Expr& expr, bool optional) const {
    const Type* type = checked_.types[expr.id];
    const Type* unwrapped = optional ? OptionalOf(*type) : nullptr;
    return unwrapped == nullptr ? type : unwrapped;
  }

  bool Require(const Expr& expr, const Type& expected, const Type& found) {
    if (SameType(expected, found)) return true;
    Report(expr.id, "expected type '" + FormatType(expected) + "' but found '" + FormatType(found) + "'");
    return false;
  }

  void Report(std::int64_t id, std::string message) {
    checked_.issues.Add({id, parsed_.places.Locate(id, source_), std::move(message)});
  }

  const Parsed& parsed_;
  const Source& source_;
  Checked& checked_;
  std::vector<bool> exempt_;  // indexed by the ids of nodes
};

}  // namespace

void ValidateLiterals(const Parsed& parsed, const Source& source, const Edition& edition, Checked& checked) {
  LiteralValidator validator(parsed, source, checked);
  if (Has(edition, LanguagePart::kElementChecks)) {
    VisitParts(*parsed.root, [&](const Expr& part) { validator.Exempt(part); });
    VisitParts(*parsed.root, [&](const Expr& part) { validator.ValidateList(part); });
    VisitParts(*parsed.root, [&](const Expr& part) { validator.ValidateMap(part); });
  }
  if (!Has(edition, LanguagePart::kLiteralChecks)) return;
  for (const LiteralRule& rule : kLiteralRules) {
    VisitParts(*parsed.root, [&](const Expr& part) { validator.ValidateArgument(part, rule); });
  }
}

}  // namespace structural::cel
