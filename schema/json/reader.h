// JsonReader reads values from JSON text in one pass. It does not build a tree, and does not copy values.
//
//   JsonReader in(text, arena);
//   for (in.BeginObject(); in.NextKey(&key);) {
//     if (key == "name") name = in.String(); else in.Skip();
//   }
//   if (!in.AtEnd()) return in.error();
//
// It accepts and rejects the same texts as Go's encoding/json. It also checks the grammar of skipped values. Nesting is
// limited to 10,000 levels (fewer on a small stack, see stack.h). Invalid UTF-8 and lone surrogates are read as U+FFFD.
// Keys are returned in the order of the text. A repeated key is returned each time.
//
// The reader keeps the first error: afterwards each call returns an empty value or false, so callers need to check
// error() only once, at the end. error() has the message and the position. Strings are views into the text or, if they
// have escapes, into the arena; both must outlive the strings. Not thread-safe.
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

  // Returns the kind of the next value without reading it; kNone at the end of the text, or if the next character
  // cannot begin a value.
  Kind Peek();

  // Each of these functions reads a value of one kind. If the next value has another kind, records the error "cannot
  // read X as Y".
  std::string_view String();
  // Reads a string, and returns it with its escapes and without its quotes. This saves time for strings that are rarely
  // used. UnescapeJsonString (scan.h) decodes the result.
  std::string_view EscapedString();
  bool Bool();
  std::int64_t Int64();       // as in Go, a number with fraction or exponent is an error
  double Double();            // a number out of the range of a double is an error
  std::string_view Number();  // the text of the number, which can have any size
  void Null();
  void BeginObject();
  bool NextKey(std::string_view* key);  // returns false at the end of the object
  void BeginArray();
  bool NextElement();  // returns false at the end of the array

  // Consumes any value and returns its text.
  std::string_view Skip();
  // Like Skip, for a value that will be used. A number beyond the range of a double is not recorded as an error,
  // because a repeated key may replace the value. unrepresentable() returns whether the text had such a number.
  std::string_view Value();
  bool unrepresentable() const { return unrepresentable_; }

  // Returns the reader's position in the text: after Peek, the first byte of the next value.
  const char* position() const { return at_; }

  // Accounts for `bytes` that are copied because a repeated key's value is merged into the first one. More than
  // kMaxRepeatedBytes in a text are an error, because a few bytes of text can cause copies of megabytes. Go accepts
  // such a text, because it does not copy.
  static constexpr std::size_t kMaxRepeatedBytes = std::size_t{8} << 20;
  void SpendOnRepetition(std::size_t bytes);

  // Records an error that the caller found, at the reader's position.
  void Fail(std::string_view what, base::ErrorCode code = base::ErrorCode::kInvalidInput);
  void FailKind(std::string_view wanted);

  bool ok() const { return !error_; }
  // Whether the text ends here and no error was found. Further bytes are an error.
  bool AtEnd();
  // Precondition: !ok(). The message begins with the position: "line 3, column 14: …".
  base::Error error() const { return *error_; }

 private:
  // Levels that fit into the stack of each thread.
  static constexpr int kMaxShallowLevels = 16;

  bool Expect(Kind kind, std::string_view wanted);
  bool Literal(std::string_view word);
  // The frequent cases are inline in this header, all others in reader.cc.
  bool TakePlainString(std::string_view* text);
  std::string_view RawString(bool* plain);
  std::string_view ReadOtherString();
  bool SkipScalar(Kind kind);
  void SkipSpace() {
    if (at_ != end_ && *at_ <= ' ') at_ = SkipJsonSpace(at_, end_);
  }
  bool Enter();
  bool EnterDeep();
  bool NextMember(char closer);
  bool HandleMissingMember(bool first);
  bool ReportMissingColon();

  const char* begin_;
  const char* at_;
  const char* end_;
  base::Arena& arena_;
  int depth_ = 0;
  int max_depth_ = kMaxShallowLevels;
  bool first_ = false;  // whether the reader is just after an opening brace or bracket
  bool check_numbers_ = false;
  bool unrepresentable_ = false;
  std::size_t repeated_bytes_ = 0;
  std::optional<base::Error> error_;  // if set, at_ is end_
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

// Reads a string without escapes, in ASCII, whose bytes are its value. Returns false for any other text.
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
  return TakePlainString(&text) ? text : ReadOtherString();
}

// Returns whether a member follows. After the opening bracket, a member or `closer` must follow; later, a comma and a
// member, or `closer`.
inline bool JsonReader::NextMember(char closer) {
  SkipSpace();
  const bool first = std::exchange(first_, false);
  if (at_ == end_) return HandleMissingMember(first);
  if (*at_ == closer) {
    ++at_;
    --depth_;
    return false;
  }
  if (first) return true;
  if (*at_ != ',') return HandleMissingMember(false);
  ++at_;
  SkipSpace();
  return true;
}

inline bool JsonReader::NextElement() { return NextMember(']'); }

inline bool JsonReader::NextKey(std::string_view* key) {
  if (!NextMember('}')) return false;
  *key = String();
  SkipSpace();
  if (at_ == end_ || *at_ != ':') return ReportMissingColon();
  ++at_;
  return true;
}

}  // namespace structural::json
