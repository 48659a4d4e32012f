// JsonReader: pulls values out of JSON text in one pass, without a tree and without copies.
//
//   JsonReader in(text, arena);
//   for (in.BeginObject(); in.NextKey(&key);) {
//     if (key == "name") name = in.String(); else in.Skip();
//   }
//   if (!in.AtEnd()) return in.error();
//
// It accepts and refuses what Go's encoding/json does: strict grammar (skipped values too), nesting
// of at most 10,000 (fewer on a small stack: stack.h), invalid UTF-8 and lone surrogates read as
// U+FFFD. Keys come in the order of the text, repeated ones as often as they stand there.
//
// The first mistake sticks: from then on every call answers "nothing more", and error() says what
// and where, so that callers check once at the end. Strings are views into the text or, where an
// escape had to be undone, into the arena; both must outlive them. Not thread-safe.
//
// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts (Go encoding/json scanner).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/base/result.h"
#include "schema/json/scan.h"

namespace structural::json {

class JsonReader {
 public:
  enum class Kind : char { kObject, kArray, kString, kNumber, kBool, kNull, kNone };

  JsonReader(std::string_view text, base::Arena& arena)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), arena_(arena) {}

  // What stands next; kNone at the end of the text, or where no value can begin.
  Kind Peek();

  // Each consumes one value of that kind. Another kind is an error "cannot read X as Y".
  std::string_view String();
  // A string as it stands in the text, escapes and all, without its quotes: for text that is kept
  // but seldom read. UnescapeJsonString (json_scan.h) gives its value.
  std::string_view EscapedString();
  bool Bool();
  std::int64_t Int64();       // a literal with fraction or exponent is an error, as in Go
  double Double();            // beyond the range of a double is an error
  std::string_view Number();  // the literal, whatever its range
  void Null();
  void BeginObject();
  bool NextKey(std::string_view* key);  // false: the object has ended
  void BeginArray();
  bool NextElement();  // false: the array has ended

  // Consumes any value and returns its text.
  std::string_view Skip();
  // The same for a value that will be used. A number in it that no double can hold is no mistake
  // yet, for a repeated key may replace the value; unrepresentable() tells that there was one.
  std::string_view Value();
  bool unrepresentable() const { return unrepresentable_; }

  // Where in the text the reader stands: after Peek, at the first byte of what comes next.
  const char* position() const { return at_; }

  // Accounts for `bytes` that are copied because a key is repeated, and its value read over the
  // first one. A mistake where they come to more than kMaxRepeatedBytes in a text: a few of its
  // bytes can make megabytes be copied. Go copies nothing, and reads it.
  static constexpr std::size_t kMaxRepeatedBytes = std::size_t{8} << 20;
  void SpendOnRepetition(std::size_t bytes);

  // Records a mistake of the caller's own finding at the present place.
  void Fail(std::string_view what, base::ErrorCode code = base::ErrorCode::kInvalidInput);
  void FailKind(std::string_view wanted);

  bool ok() const { return !error_; }
  // True when the text is used up without a mistake; trailing bytes are one.
  bool AtEnd();
  // Precondition: !ok(). "line 3, column 14: …"
  base::Error error() const { return *error_; }

 private:
  // Levels for which no thread's stack is too small.
  static constexpr int kShallow = 16;

  bool Expect(Kind kind, std::string_view wanted);
  bool Literal(std::string_view word);
  // What is usual is done in the header, and the rest elsewhere.
  bool TakePlainString(std::string_view* text);
  std::string_view RawString(bool* plain);
  std::string_view RareString();
  bool SkipScalar(Kind kind);
  void SkipSpace() {
    if (at_ != end_ && *at_ <= ' ') at_ = SkipJsonSpace(at_, end_);
  }
  bool Enter();
  bool EnterDeep();
  bool NextMember(char closer);
  bool NoMember(bool first);
  bool NoColon();

  const char* begin_;
  const char* at_;
  const char* end_;
  base::Arena& arena_;
  int depth_ = 0;
  int most_depth_ = kShallow;
  bool first_ = false;  // just after an opening brace or bracket
  bool check_numbers_ = false;
  bool unrepresentable_ = false;
  std::size_t repeated_bytes_ = 0;
  std::optional<base::Error> error_;  // at_ is end_ then
};

namespace json_reader {

inline constexpr auto kKinds = [] {
  using Kind = JsonReader::Kind;
  std::array<Kind, 256> kinds{};
  kinds.fill(Kind::kNone);
  kinds['{'] = Kind::kObject;
  kinds['['] = Kind::kArray;
  kinds['"'] = Kind::kString;
  kinds['t'] = kinds['f'] = Kind::kBool;
  kinds['n'] = Kind::kNull;
  kinds['-'] = Kind::kNumber;
  for (char digit = '0'; digit <= '9'; ++digit) kinds[digit] = Kind::kNumber;
  return kinds;
}();

}  // namespace json_reader

inline JsonReader::Kind JsonReader::Peek() {
  SkipSpace();
  return at_ == end_ ? Kind::kNone : json_reader::kKinds[static_cast<unsigned char>(*at_)];
}

// Without escapes, in ASCII: the bytes are the value.
inline bool JsonReader::TakePlainString(std::string_view* text) {
  SkipSpace();
  if (at_ == end_ || *at_ != '"') return false;
  const char* const close = base::FindJsonSpecial(at_ + 1, end_);
  if (close == end_ || *close != '"') return false;
  *text = {at_ + 1, close};
  at_ = close + 1;
  return true;
}

inline std::string_view JsonReader::String() {
  std::string_view text;
  return TakePlainString(&text) ? text : RareString();
}

// After an opener: a member or the closer. Later: a comma and a member, or the closer.
inline bool JsonReader::NextMember(char closer) {
  SkipSpace();
  const bool first = std::exchange(first_, false);
  if (at_ == end_) return NoMember(first);
  if (*at_ == closer) {
    ++at_;
    --depth_;
    return false;
  }
  if (first) return true;
  if (*at_ != ',') return NoMember(false);
  ++at_;
  SkipSpace();
  return true;
}

inline bool JsonReader::NextElement() { return NextMember(']'); }

inline bool JsonReader::NextKey(std::string_view* key) {
  if (!NextMember('}')) return false;
  *key = String();
  SkipSpace();
  if (at_ == end_ || *at_ != ':') return NoColon();
  ++at_;
  return true;
}

}  // namespace structural::json
