#include "schema/go/ecma_pattern.h"

#include "schema/go/regexp/ecma.h"
#include "schema/go/regexp/parse.h"

namespace structural::go {
namespace {

constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";
constexpr std::string_view kSpace = "\\t\\n\\f\\r ";  // Go's \s

bool Has(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

bool IsPunctuation(char c) { return Has("!\"#%&',-:;<=>@_`~ ", c); }

// Copies a pattern as written, if both languages give each part the same meaning.
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
  // Copies `size` bytes.
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

std::optional<std::string> EcmaPattern(std::string_view pattern) {
  std::optional<std::string> translated;
  const auto error = regexp::Parse(pattern, [&](const regexp::Node& root) { translated = regexp::PrintEcma(root); });
  if (error || !translated) return std::nullopt;
  const auto copied = EcmaCopier(pattern).Run();
  return copied ? copied : translated;
}

}  // namespace structural::go
