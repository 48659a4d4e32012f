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

  // Reads any value, and returns its text.
  std::string_view Skip();
  // Like Skip, for a value that will be decoded later. A number out of the range of a double is not an error, because a
  // later member with the same key can replace the value. Instead, has_unrepresentable_number() returns true.
  std::string_view ReadUndecoded();
  bool has_unrepresentable_number() const { return has_unrepresentable_number_; }

  // Returns the reader's position in the text: after Peek, the first byte of the next value.
  const char* position() const { return at_; }

  // SpendOnRepetition counts `bytes` that the caller copies because it merges the value of a repeated key into the
  // earlier value. It records an error if the sum for one text exceeds kMaxRepeatedBytes. Without this limit, a short
  // text could cause copies of many megabytes. Go has no such error, because it does not copy.
  static constexpr std::size_t kMaxRepeatedBytes = std::size_t{8} << 20;
  void SpendOnRepetition(std::size_t bytes);

  // Records an error that the caller has found. The error has the reader's current position.
  void Fail(std::string_view what, base::ErrorCode code = base::ErrorCode::kInvalidInput);
  void FailWrongKind(std::string_view wanted);

  bool ok() const { return !error_; }
  // Whether the text is completely read without an error. Records an error if further bytes follow.
  bool AtEnd();
  // Returns the first error. Its message begins with the position: "line 3, column 14: …". Precondition: !ok().
  base::Error error() const { return *error_; }

 private:
  // Number of nested levels that fit into the stack of every thread.
  static constexpr int kMaxShallowLevels = 16;

  bool Expect(Kind kind, std::string_view wanted);
  bool ReadLiteral(std::string_view word);
  // The frequent cases of reading are inline functions in this header; all other cases are in reader.cc.
  bool TakePlainString(std::string_view* text);
  std::string_view ReadRawString(bool* plain);
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
  bool after_opening_bracket_ = false;  // whether the reader is just after an opening brace or bracket
  bool check_number_range_ = false;
  bool has_unrepresentable_number_ = false;
  std::size_t repeated_bytes_ = 0;
  std::optional<base::Error> error_;  // the first error; at_ is then end_
};

namespace json_reader {

inline constexpr auto kKindsByFirstByte = [] {
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
  return at_ == end_ ? Kind::kNone : json_reader::kKindsByFirstByte[static_cast<unsigned char>(*at_)];
}

// Reads a string that has only ASCII characters and no escapes, so that its bytes are its value. Returns false, and
// reads nothing, for any other text.
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

// If another member or element follows, reads the comma before it and returns true. At the end of the object or array,
// reads `closer` and returns false. If the text has neither a comma nor `closer`, records an error and returns false.
inline bool JsonReader::NextMember(char closer) {
  SkipSpace();
  const bool first = std::exchange(after_opening_bracket_, false);
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
