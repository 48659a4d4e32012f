#include "schema/cel/validate_literals.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "schema/base/utf8.h"
#include "schema/cel/expr.h"
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

// A function whose literal argument is checked. If `is_valid` returns false for the argument, it is reported.
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

  // If `expr` is a call of format, exempts its parts from ValidateList and ValidateMap, because the list of format's
  // arguments can have elements of different types.
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

  // Reports the first element whose type differs from the type of element 0.
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
    const Type* unwrapped = optional ? UnwrapOptional(*type) : nullptr;
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
  if (Has(edition, LanguagePart::kElementTypeChecks)) {
    VisitParts(*parsed.root, [&](const Expr& part) { validator.Exempt(part); });
    VisitParts(*parsed.root, [&](const Expr& part) { validator.ValidateList(part); });
    VisitParts(*parsed.root, [&](const Expr& part) { validator.ValidateMap(part); });
  }
  if (!Has(edition, LanguagePart::kLiteralChecks)) return;
  for (const LiteralRule& rule : kLiteralRules) {
    VisitParts(*parsed.root, [&](const Expr& part) { validator.ValidateArgument(part, rule); });
  }
}

namespace {

// Checks calls of format whose format string is a literal: '%s: %d'.format([a, b]).
//
// Upstream: cel-go ext/formatting.go stringFormatValidator (v0.29.2).

constexpr TypeKind kAnyText[] = {
    TypeKind::kList,   TypeKind::kMap,       TypeKind::kInt,   TypeKind::kUint,     TypeKind::kDouble, TypeKind::kBool,
    TypeKind::kString, TypeKind::kTimestamp, TypeKind::kBytes, TypeKind::kDuration, TypeKind::kType,   TypeKind::kNull,
};
constexpr TypeKind kIntegers[] = {TypeKind::kInt, TypeKind::kUint};
constexpr TypeKind kReals[] = {TypeKind::kDouble, TypeKind::kString};
constexpr TypeKind kBinary[] = {TypeKind::kInt, TypeKind::kUint, TypeKind::kBool};
constexpr TypeKind kHex[] = {TypeKind::kInt, TypeKind::kUint, TypeKind::kString, TypeKind::kBytes};

// The types that a clause of a format string accepts, and the message for other types.
struct ClauseRow {
  char clause;
  std::span<const TypeKind> kinds;
  std::string_view wrong;
};

constexpr std::string_view kHexWrong = "only integers, byte buffers, and strings can be formatted as hex, was given ";

constexpr ClauseRow kClauseRows[] = {
    {'s', kAnyText,
     "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, "
     "durations, and timestamps, was given "},
    {'d', kIntegers, "decimal clause can only be used on integers, was given "},
    {'f', kReals, "fixed-point clause can only be used on doubles, was given "},
    {'e', kReals, "scientific clause can only be used on doubles, was given "},
    {'b', kBinary, "only integers and bools can be formatted as binary, was given "},
    {'x', kHex, kHexWrong},
    {'X', kHex, kHexWrong},
    {'o', kIntegers, "octal clause can only be used on integers, was given "},
};

struct FormatIssue {
  std::int64_t id;  // id of the node with the mistake
  std::string message;
};

// Checks one format string with its arguments.
class FormatValidator {
 public:
  FormatValidator(const Expr& call, std::string_view text, const List& arguments, const Checked& checked)
      : call_(call), text_(text), arguments_(arguments), checked_(checked) {}

  std::optional<FormatIssue> Read() {
    std::size_t asked = 0;
    while (true) {
      const std::size_t at = text_.find('%');
      if (at == text_.npos) break;
      text_.remove_prefix(at + 1);
      if (text_.starts_with('%')) {
        text_.remove_prefix(1);
        continue;
      }
      if (text_.empty()) return Mistake("unexpected end of string");
      if (asked >= arguments_.elements.size()) return Mistake("index " + std::to_string(asked) + " out of range");
      if (auto mistake = Clause(*arguments_.elements[asked])) return mistake;
      ++asked;
    }
    const std::size_t given = arguments_.elements.size();
    if (given <= asked) return std::nullopt;
    return Mistake("too many arguments supplied to string.format (expected " + std::to_string(asked) + ", got " +
                   std::to_string(given) + ")");
  }

 private:
  FormatIssue Mistake(std::string message) const { return {call_.id, std::move(message)}; }

  FormatIssue ClauseMistake(const std::string& message) const {
    return Mistake("could not parse formatting clause: " + message);
  }

  std::optional<FormatIssue> Clause(const Expr& argument) {
    if (const std::string wrong = Precision(); !wrong.empty())
      return ClauseMistake("error while parsing precision: " + wrong);
    const char clause = text_[0];
    text_.remove_prefix(1);
    const auto* row = std::ranges::find(kClauseRows, clause, &ClauseRow::clause);
    if (row == std::end(kClauseRows)) {
      std::string shown;
      base::AppendRune(static_cast<unsigned char>(clause), shown);
      return ClauseMistake("unrecognized formatting clause \"" + shown + "\"");
    }
    const Expr* wrong = clause == 's' ? WrongText(argument) : Wrong(argument, row->kinds);
    if (wrong == nullptr) return std::nullopt;
    return FormatIssue{wrong->id,
                       "error during formatting: " + std::string(row->wrong) + std::string(TypeName(TypeOf(*wrong)))};
  }

  // Returns an error message; empty if the precision is valid.
  std::string Precision() {
    if (text_[0] != '.') return {};
    text_.remove_prefix(1);
    const std::size_t size = std::min(text_.find_first_not_of("0123456789"), text_.size());
    if (size == text_.size()) return "could not find end of precision specifier";
    const std::string digits(text_.substr(0, size));
    text_.remove_prefix(size);
    const std::string failed =
        "error while converting precision to integer: strconv.Atoi: parsing \"" + digits + "\": ";
    std::int64_t precision = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + size, precision);
    if (size == 0) return failed + "invalid syntax";
    if (read.ec != std::errc()) return failed + "value out of range";
    return {};
  }

  const Type& TypeOf(const Expr& expr) const {
    const Type* type = checked_.types[expr.id];
    return type == nullptr ? BasicType(TypeKind::kDyn) : *type;
  }

  const Expr* Wrong(const Expr& expr, std::span<const TypeKind> kinds) const {
    const TypeKind kind = TypeOf(expr).kind;
    const bool fits = kind == TypeKind::kDyn || std::ranges::find(kinds, kind) != kinds.end();
    return fits ? nullptr : &expr;
  }

  // Returns the first expression that %s does not accept: `expr` or, if `expr` is a literal list or map, a part of
  // `expr`. Returns null if %s accepts `expr` and its parts.
  const Expr* WrongText(const Expr& expr) const {
    if (const Expr* wrong = Wrong(expr, kAnyText)) return wrong;
    if (const List* list = std::get_if<List>(&expr.node)) {
      for (const Expr* element : list->elements) {
        if (const Expr* wrong = WrongText(*element)) return wrong;
      }
    } else if (const Map* map = std::get_if<Map>(&expr.node)) {
      for (const Entry& entry : map->entries) {
        if (const Expr* wrong = WrongText(*entry.key)) return wrong;
        if (const Expr* wrong = WrongText(*entry.value)) return wrong;
      }
    }
    return nullptr;
  }

  const Expr& call_;
  std::string_view text_;  // the part of the text that is not read yet
  const List& arguments_;
  const Checked& checked_;
};

}  // namespace

void ValidateFormats(const Parsed& parsed, const Source& source, Checked& checked) {
  VisitParts(*parsed.root, [&](const Expr& part) {
    const Call* call = std::get_if<Call>(&part.node);
    if (call == nullptr || call->function != "format" || call->target == nullptr) return;
    const Constant* constant = std::get_if<Constant>(&call->target->node);
    const auto* text = constant == nullptr ? nullptr : std::get_if<std::string_view>(constant);
    if (text == nullptr || call->arguments.size() != 1) return;
    const List* arguments = std::get_if<List>(&call->arguments[0]->node);
    if (arguments == nullptr) return;
    auto mistake = FormatValidator(part, *text, *arguments, checked).Read();
    if (!mistake) return;
    const Location location = parsed.places.Locate(mistake->id, source);
    checked.issues.Add({mistake->id, location, std::move(mistake->message)});
  });
}

}  // namespace structural::cel
