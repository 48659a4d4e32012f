// Checks literal texts that format is called on: '%s: %d'.format([a, b]).
//
// Upstream: cel-go ext/formatting.go stringFormatValidator (v0.29.2).
#include <algorithm>
#include <charconv>
#include <optional>

#include "schema/base/utf8.h"
#include "schema/cel/validate_literals.h"
#include "schema/cel/walk.h"

namespace structural::cel {
namespace {

constexpr TypeKind kAnyText[] = {
    TypeKind::kList,   TypeKind::kMap,       TypeKind::kInt,   TypeKind::kUint,     TypeKind::kDouble, TypeKind::kBool,
    TypeKind::kString, TypeKind::kTimestamp, TypeKind::kBytes, TypeKind::kDuration, TypeKind::kType,   TypeKind::kNull,
};
constexpr TypeKind kIntegers[] = {TypeKind::kInt, TypeKind::kUint};
constexpr TypeKind kReals[] = {TypeKind::kDouble, TypeKind::kString};
constexpr TypeKind kBinary[] = {TypeKind::kInt, TypeKind::kUint, TypeKind::kBool};
constexpr TypeKind kHex[] = {TypeKind::kInt, TypeKind::kUint, TypeKind::kString, TypeKind::kBytes};

// The types that a clause accepts, and the message for other types.
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

struct FormatMistake {
  std::int64_t id;  // id of the node with the mistake
  std::string message;
};

// Checks one text with its arguments.
class FormatReader {
 public:
  FormatReader(const Expr& call, std::string_view text, const List& arguments, const Checked& checked)
      : call_(call), text_(text), arguments_(arguments), checked_(checked) {}

  std::optional<FormatMistake> Read() {
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
  FormatMistake Mistake(std::string message) const { return {call_.id, std::move(message)}; }

  FormatMistake ClauseMistake(const std::string& message) const {
    return Mistake("could not parse formatting clause: " + message);
  }

  std::optional<FormatMistake> Clause(const Expr& argument) {
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
    return FormatMistake{wrong->id,
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

  // Checks a literal list or map with all its parts.
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
  std::string_view text_;  // the rest of the text
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
    auto mistake = FormatReader(part, *text, *arguments, checked).Read();
    if (!mistake) return;
    const Location location = parsed.places.Locate(mistake->id, source);
    checked.issues.Add({mistake->id, location, std::move(mistake->message)});
  });
}

}  // namespace structural::cel
