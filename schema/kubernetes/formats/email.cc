// Upstream: Go net/mail ParseAddress (Go 1.26).
#include <algorithm>
#include <string>

#include "schema/base/utf8.h"
#include "schema/go/base64.h"
#include "schema/go/letter_case.h"
#include "schema/kubernetes/format.h"

namespace structural::kubernetes::formats {
namespace {

using base::HexValue;

bool IsVisible(char32_t c) { return (c >= '!' && c <= '~') || c >= 0x80; }

bool IsAtomChar(char32_t c) {
  return IsVisible(c) &&
         (c >= 0x80 || std::string_view("()<>[]:;@\\,\"").find(static_cast<char>(c)) == std::string_view::npos);
}

bool IsQEncoded(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '=') {
      if (i + 2 >= text.size()) return false;
      if (HexValue(text[i + 1]) < 0 || HexValue(text[i + 2]) < 0) return false;
      i += 2;
    } else if (!((c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t')) {
      return false;
    }
  }
  return true;
}

// Go's kinds of words in an address. =?charset?q?text?= is an encoded word: kEncoded, or kEncodedNothing if `text` is
// empty, or kForeign if Go does not know the charset, which is an error. A malformed encoded word is kPlain. kNone: the
// text is not a word.
enum class Word { kNone, kPlain, kEncoded, kEncodedNothing, kForeign };

Word KindOf(std::string_view word) {
  if (word.size() < 8 || !word.starts_with("=?") || !word.ends_with("?=")) return Word::kPlain;
  if (std::ranges::count(word, '?') != 4) return Word::kPlain;
  word = word.substr(2, word.size() - 4);
  const auto first = word.find('?'), second = word.find('?', first + 1);
  if (first == 0 || second - first != 2) return Word::kPlain;
  const char encoding = static_cast<char>(word[first + 1] | 0x20);
  const std::string_view text = word.substr(second + 1);
  if (encoding == 'b' ? !go::DecodeBase64(text) : encoding != 'q' || !IsQEncoded(text)) {
    return Word::kPlain;
  }
  const std::string charset = go::ToLower(word.substr(0, first));
  for (const std::string_view known : {"utf-8", "iso-8859-1", "us-ascii"}) {
    if (go::EqualFold(charset, known)) return text.empty() ? Word::kEncodedNothing : Word::kEncoded;
  }
  return Word::kForeign;
}

class Address {
 public:
  explicit Address(std::string_view text) : rest_(text) {}

  bool Single() {
    const int count = One(/*groups=*/true);
    return count == 1 && SkipComments() && rest_.empty();
  }

 private:
  // Reads one address or, if `groups` is true, one address or group. Returns the number of addresses that were read; -1
  // after an error.
  int One(bool groups);
  int Group();
  bool Spec();
  bool SpecParts();
  bool Phrase();
  Word NextWord();
  bool Quoted(bool* empty);
  bool Atom(bool strict, std::string_view* atom);
  bool DomainLiteral();
  bool Comment(std::string* text);
  bool SkipComments();

  void SkipSpace() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  bool Take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
};

bool HasForeignWord(std::string_view text) {
  while (!text.empty()) {
    const auto size = std::min(text.find_first_of(" \t"), text.size());
    if (KindOf(text.substr(0, size)) == Word::kForeign) return true;
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return false;
}

int Address::One(bool groups) {
  SkipSpace();
  if (rest_.empty()) return -1;
  if (Spec()) {
    SkipSpace();
    std::string comment;
    return !Take('(') || (Comment(&comment) && !HasForeignWord(comment)) ? 1 : -1;
  }
  if (rest_.front() != '<' && !Phrase()) return -1;
  SkipSpace();
  if (groups && Take(':')) return Group();
  return Take('<') && Spec() && Take('>') ? 1 : -1;
}

int Address::Group() {
  SkipSpace();
  if (Take(';')) return SkipComments() ? 0 : -1;
  int count = 0;
  do {
    SkipSpace();
    const int found = One(/*groups=*/false);
    if (found < 0 || !SkipComments()) return -1;
    count += found;
    if (Take(';')) return SkipComments() ? count : -1;
  } while (Take(','));
  return -1;
}

// Reads an address specification (local@domain). Returns false, and reads nothing, if the text does not begin with one.
bool Address::Spec() {
  const std::string_view before = rest_;
  if (SpecParts()) return true;
  rest_ = before;
  return false;
}

bool Address::SpecParts() {
  SkipSpace();
  if (rest_.empty()) return false;
  bool empty = false;
  std::string_view atom;
  const bool local = rest_.front() == '"' ? Quoted(&empty) && !empty : Atom(true, &atom);
  if (!local || !Take('@')) return false;
  SkipSpace();
  if (rest_.empty()) return false;
  return rest_.front() == '[' ? DomainLiteral() : Atom(true, &atom);
}

Word Address::NextWord() {
  bool empty;
  std::string_view atom;
  if (rest_.front() == '"') return Quoted(&empty) ? Word::kPlain : Word::kNone;
  return Atom(false, &atom) ? KindOf(atom) : Word::kNone;
}

// Reads a phrase, which consists of words, up to the first text that is not a word. Returns false if no word precedes
// this text, or if a comment is not closed. Comments are accepted only after plain words.
bool Address::Phrase() {
  bool words = false, encoded = false;
  while (true) {
    if (words && !SkipComments()) return false;
    SkipSpace();
    if (rest_.empty()) return true;
    switch (NextWord()) {
      case Word::kPlain: words = true; break;
      case Word::kEncoded: encoded = true; break;
      case Word::kEncodedNothing: break;
      default: return words || encoded;
    }
  }
}

bool Address::Quoted(bool* empty) {
  *empty = true;
  bool escaped = false;
  for (std::size_t at = 1; at < rest_.size();) {
    const base::Rune rune = base::DecodeRune(rest_.substr(at));
    if (!rune.valid) return false;
    const bool allowed = IsVisible(rune.value) || rune.value == ' ' || rune.value == '\t';
    if (!escaped && rune.value == '"') {
      rest_.remove_prefix(at + 1);
      return true;
    }
    if (!allowed) return false;
    escaped = !escaped && rune.value == '\\';
    *empty = *empty && escaped;
    at += rune.size;
  }
  return false;
}

bool Address::Atom(bool strict, std::string_view* atom) {
  std::size_t size = 0;
  while (size < rest_.size()) {
    const base::Rune rune = base::DecodeRune(rest_.substr(size));
    if (!rune.valid) return false;
    if (!IsAtomChar(rune.value)) break;
    size += rune.size;
  }
  if (size == 0) return false;
  *atom = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return !strict || !(atom->starts_with('.') || atom->ends_with('.') || atom->find("..") != std::string_view::npos);
}

bool Address::DomainLiteral() {
  const auto close = rest_.find(']');
  if (close == std::string_view::npos) return false;
  const std::string_view text = rest_.substr(1, close - 1);
  rest_.remove_prefix(close + 1);
  return IsStrictIpv4(text) || IsStrictIpv6(text);
}

// Reads a comment, after its opening parenthesis.
bool Address::Comment(std::string* text) {
  int depth = 1;
  while (!rest_.empty() && depth > 0) {
    if (rest_.front() == '\\' && rest_.size() > 1) {
      rest_.remove_prefix(1);
    } else if (rest_.front() == '(') {
      ++depth;
    } else if (rest_.front() == ')') {
      --depth;
    }
    if (depth > 0) *text += rest_.front();
    rest_.remove_prefix(1);
  }
  return depth == 0;
}

bool Address::SkipComments() {
  SkipSpace();
  std::string ignored;
  while (Take('(')) {
    if (!Comment(&ignored)) return false;
    SkipSpace();
  }
  return true;
}

}  // namespace

bool IsEmail(std::string_view text) { return Address(text).Single(); }

}  // namespace structural::kubernetes::formats
