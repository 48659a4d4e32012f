// JsonReader: pulls values out of JSON text in one pass, without a tree and without copies.
//
//   JsonReader in(text, arena);
//   for (in.BeginObject(); in.NextKey(&key);) {
//     if (key == "name") name = in.String(); else in.Skip();
//   }
//   if (!in.AtEnd()) return in.error();
//
// It accepts and refuses what Go's encoding/json does: strict grammar (skipped values too), nesting
// of at most 10,000, invalid UTF-8 and lone surrogates read as U+FFFD. Keys come in the order of
// the text, repeated ones as often as they stand there.
//
// The first mistake sticks: from then on every call answers "nothing more", and error() says what
// and where, so that callers check once at the end. Strings are views into the text or, where an
// escape had to be undone, into the arena; both must outlive them. Not thread-safe.
//
// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts (Go encoding/json scanner).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/error.h"

namespace structural::base {

class JsonReader {
 public:
  enum class Kind : char { kObject, kArray, kString, kNumber, kBool, kNull, kNone };

  JsonReader(std::string_view text, Arena& arena)
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

  // Records a mistake of the caller's own finding at the present place.
  void Fail(std::string_view what);
  void FailKind(std::string_view wanted);

  bool ok() const { return !error_; }
  // True when the text is used up without a mistake; trailing bytes are one.
  bool AtEnd();
  // Precondition: !ok(). "line 3, column 14: …"
  Error error() const { return *error_; }

 private:
  bool Expect(Kind kind, std::string_view wanted);
  bool Literal(std::string_view word);
  std::string_view RawString(bool* plain);
  std::string_view Unescape(std::string_view raw);
  bool SkipScalar(Kind kind);
  void SkipSpace();
  bool Enter();
  bool NextMember(char closer);

  const char* begin_;
  const char* at_;
  const char* end_;
  Arena& arena_;
  int depth_ = 0;
  bool first_ = false;  // just after an opening brace or bracket
  bool check_numbers_ = false;
  bool unrepresentable_ = false;
  std::optional<Error> error_;
};

}  // namespace structural::base
