#include "schema/go/ecma_pattern.h"

#include <optional>
#include <string>
#include <vector>

#include "schema/base/hex.h"
#include "schema/base/utf8.h"
#include "schema/go/regexp/node.h"
#include "schema/go/regexp/parse.h"
#include "schema/go/regexp/ranges.h"

namespace structural::go::regexp {
namespace {

// Maximum length of a printed expression in bytes. A longer expression would be useless for a reader of the schema.
constexpr std::size_t kLongestEcma = 64 * 1024;

// Prints the syntax tree of a pattern as a regular expression of ECMA-262.
class EcmaPrinter {
 public:
  std::optional<std::string> Run(const Node& root) {
    Print(root);
    if (!fine_ || to_.size() > kLongestEcma) return std::nullopt;
    return std::move(to_);
  }

 private:
  void Print(const Node& node) {
    if (!fine_ || to_.size() > kLongestEcma) return;
    switch (node.op) {
      case Op::kNoMatch: to_ += "[^\\s\\S]"; break;
      case Op::kEmptyMatch: to_ += "(?:)"; break;
      case Op::kLiteral: Literal(node); break;
      case Op::kCharClass: Class(RangesOf(node, scratch_)); break;
      case Op::kAnyCharNotNL: to_ += "[^\\n]"; break;
      case Op::kAnyChar: to_ += "[\\s\\S]"; break;
      case Op::kBeginText: to_ += "^"; break;
      case Op::kEndText: to_ += "$"; break;
      case Op::kWordBoundary: to_ += "\\b"; break;
      case Op::kNoWordBoundary: to_ += "\\B"; break;
      case Op::kCapture: Group(*node.Subs()[0], "("); break;
      case Op::kStar: Repeated(node, "*"); break;
      case Op::kPlus: Repeated(node, "+"); break;
      case Op::kQuest: Repeated(node, "?"); break;
      case Op::kRepeat: Repeated(node, Count(node)); break;
      case Op::kConcat: Concat(node); break;
      case Op::kAlternate: Alternate(node); break;
      default: fine_ = false;  // ECMA-262 has no equivalent of kBeginLine and kEndLine
    }
  }

  void Group(const Node& node, std::string_view open) {
    to_ += open;
    Print(node);
    to_ += ")";
  }

  static std::string Count(const Node& node) {
    std::string count = "{" + std::to_string(node.min);
    if (node.max != node.min) count += ",";
    if (node.max != node.min && node.max >= 0) count += std::to_string(node.max);
    return count + "}";
  }

  void Repeated(const Node& node, std::string_view count) {
    const Node& sub = *node.Subs()[0];
    if (IsCharClass(sub) && (sub.flags & kFoldCase) == 0) {
      Print(sub);
    } else {
      Group(sub, "(?:");
    }
    to_ += count;
    if ((node.flags & kNonGreedy) != 0) to_ += "?";
  }

  void Concat(const Node& node) {
    for (const Node* sub : node.Subs()) {
      if (sub->op == Op::kAlternate) {
        Group(*sub, "(?:");
      } else {
        Print(*sub);
      }
    }
  }

  void Alternate(const Node& node) {
    bool first = true;
    for (const Node* sub : node.Subs()) {
      if (!first) to_ += "|";
      first = false;
      Print(*sub);
    }
  }

  void Literal(const Node& node) {
    for (const char32_t rune : node.text.view()) {
      if ((node.flags & kFoldCase) == 0) {
        Rune(rune);
        continue;
      }
      const Range range{rune, rune};
      std::vector<Range> folded;
      AppendFolded(std::span(&range, 1), folded);
      folded.resize(Clean(folded));
      Class(folded);
    }
  }

  void Class(std::span<const Range> ranges) {
    to_ += "[";
    for (const Range& range : ranges) {
      Rune(range.first, true);
      if (range.last == range.first) continue;
      if (range.last > range.first + 1) to_ += "-";
      Rune(range.last, true);
    }
    to_ += "]";
  }

  // Prints a character with an escape that ECMA-262, Go and Python all accept.
  void Rune(char32_t rune, bool in_class = false) {
    if (rune == kLastRune) rune = 0xFFFF;
    if (rune > 0xFFFF || (rune >= 0xD800 && rune <= 0xDFFF)) fine_ = false;
    if (rune >= 0x80) return base::AppendRune(rune, to_);
    const char c = static_cast<char>(rune);
    if (rune < 0x20 || rune == 0x7F) {
      base::AppendHex(static_cast<unsigned char>(rune), to_ += "\\x");
      return;
    }
    const bool is_syntax = std::string_view("^$\\.*+?()[]{}|/").find(c) != std::string_view::npos;
    if (is_syntax || (in_class && c == '-')) to_ += '\\';
    to_ += c;
  }

  std::string to_;
  std::vector<Range> scratch_;
  bool fine_ = true;
};

// Returns the ECMA-262 expression of a tree; nullopt if ECMA-262 cannot express the pattern. Recursive: one call for
// each level of the tree, whose height Go's parser limits.
std::optional<std::string> PrintEcma(const Node& root) { return EcmaPrinter().Run(root); }

}  // namespace

}  // namespace structural::go::regexp

namespace structural::go {
namespace {

constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";
constexpr std::string_view kSpace = "\\t\\n\\f\\r ";  // Go's \s

bool Has(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

bool IsPunctuation(char c) { return Has("!\"#%&',-:;<=>@_`~ ", c); }

// Copies a pattern whose constructs have the same meaning in Go and in ECMA-262. Replaces `.` and `\s`, whose meanings
// differ, by classes. Run returns nullopt if the meaning of any other construct differs.
class EcmaCopier {
 public:
  explicit EcmaCopier(std::string_view pattern) : rest_(pattern) {}

  std::optional<std::string> Run() {
    while (!rest_.empty()) {
      if (!TakePiece()) return std::nullopt;
    }
    return std::move(to_);
  }

 private:
  // Appends the next `size` bytes of the pattern to the result. Always returns true.
  bool Take(std::size_t size) {
    to_ += rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }
  bool Replace(std::size_t size, std::string_view by) {
    to_ += by;
    rest_.remove_prefix(size);
    return true;
  }

  bool TakePiece() {
    switch (rest_[0]) {
      case '\\': return TakeEscape(false);
      case '[': return TakeClass();
      case '.': return Replace(1, "[^\\n]");
      case '{': return TakeCount();
      case ']':
      case '}': return false;
      case '(': return rest_.starts_with("(?") ? rest_.starts_with("(?:") && Take(3) : Take(1);
      default: return Take(1);
    }
  }

  bool TakeCount() {
    const std::size_t end = rest_.find('}');
    if (end == rest_.npos || end == 1) return false;
    const std::string_view inside = rest_.substr(1, end - 1);
    if (inside.find_first_not_of("0123456789,") != inside.npos || inside[0] == ',') return false;
    return Take(end + 1);
  }

  bool TakeEscape(bool in_class) {
    if (rest_.size() < 2) return false;
    const char c = rest_[1];
    if (c == 's') return Replace(2, in_class ? std::string(kSpace) : "[" + std::string(kSpace) + "]");
    if (c == 'S') return !in_class && Replace(2, "[^" + std::string(kSpace) + "]");
    if (Has(kSyntax, c) || Has("dDwWnrtfv", c)) return Take(2);
    if (c == 'b' || c == 'B') return !in_class && Take(2);
    if (c == '-' && in_class) return Take(2);
    return IsPunctuation(c) && Replace(2, std::string(1, c));
  }

  bool TakeClass() {
    Take(rest_.starts_with("[^") ? 2 : 1);
    bool first = true;
    while (!rest_.empty() && (rest_[0] != ']' || first)) {
      if (rest_[0] == ']' || rest_.starts_with("[:")) return false;
      const bool escapes = rest_[0] == '\\';
      if (escapes ? !TakeEscape(true) : !Take(1)) return false;
      first = false;
    }
    return !rest_.empty() && Take(1);
  }

  std::string_view rest_;
  std::string to_;
};

}  // namespace

std::optional<std::string> ToEcmaPattern(std::string_view pattern) {
  std::optional<std::string> translated;
  const auto error = regexp::Parse(pattern, [&](const regexp::Node& root) { translated = regexp::PrintEcma(root); });
  if (error || !translated) return std::nullopt;
  const auto copied = EcmaCopier(pattern).Run();
  return copied ? copied : translated;
}

}  // namespace structural::go
