#include "schema/go/regexp/parse.h"

#include <algorithm>

#include "schema/go/regexp/builder.h"
#include "schema/go/regexp/character_class.h"

namespace structural::go::regexp {
namespace {

// The numbers of a counted repetition: {2}, {2,} or {2,5}.
//
// Upstream: Go regexp/syntax parse.go parseRepeat (Go 1.26).
struct RepeatCount {
  int min;
  int max;  // -1: unlimited

  // Whether the numbers do not exceed Go's limit, and the minimum does not exceed the maximum.
  bool IsValid() const;
};

constexpr int kLargest = 1000;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads a number. Returns nullopt if it has leading zeros. Returns the same large value for all numbers above the
// limit.
std::optional<int> ReadNumber(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && IsDigit(text[digits])) ++digits;
  if (digits == 0 || (digits > 1 && text[0] == '0')) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, digits)) {
    if (number <= kLargest) number = number * 10 + (c - '0');
  }
  text.remove_prefix(digits);
  return number;
}

bool ReadSign(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

bool RepeatCount::IsValid() const { return min <= kLargest && max <= kLargest && (max < 0 || min <= max); }

// Reads a counted repetition. If the source does not start with one, returns nullopt and reads nothing.
std::optional<RepeatCount> ReadRepeatCount(Source& source) {
  std::string_view text = source.rest();
  if (!ReadSign(text, '{')) return std::nullopt;
  const std::optional<int> min = ReadNumber(text);
  if (!min) return std::nullopt;
  std::optional<int> max = min;
  if (ReadSign(text, ',')) max = text.starts_with('}') ? -1 : ReadNumber(text);
  if (!max || !ReadSign(text, '}')) return std::nullopt;
  source.Skip(source.rest().size() - text.size());
  return RepeatCount{*min, *max};
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : pattern_(pattern), source_(pattern) {}

  std::optional<SyntaxError> Run() {
    while (!source_.rest().empty()) {
      const bool fine = ReadPiece();
      if (!builder_.exceeded().empty()) return Exceeded();
      if (!fine) return source_.error();
    }
    const bool complete = builder_.Finish();
    if (!builder_.exceeded().empty()) return Exceeded();
    if (!complete) source_.Fail(syntax_errors::kMissingParen, pattern_);
    return source_.error();
  }

  // Returns the root of the tree. Precondition: Run found no error.
  const Node& root() const { return builder_.root(); }

 private:
  SyntaxError Exceeded() const { return {builder_.exceeded(), pattern_}; }

  bool ReadPiece();
  bool ReadOneByte(char c);
  bool ReadLiteral();
  bool ReadBackslash();
  bool ReadQuoted();
  bool ReadClass();
  bool ReadRepetition(Op op);
  bool ReadCountedRepetition();
  bool Repeat(Op op, int min, int max, std::string_view start);

  bool Add(Op op, std::size_t bytes, Flags more_flags = 0) {
    builder_.Add(op, more_flags);
    source_.Skip(bytes);
    return true;
  }

  std::string_view pattern_;
  Source source_;
  Builder builder_;
  std::vector<Range> ranges_;
  // The rest of the pattern, beginning with the previous repetition; empty if the parser has read anything after that
  // repetition.
  std::string_view last_repeat_;
  std::string_view this_repeat_;
};

bool Parser::ReadPiece() {
  this_repeat_ = {};
  const bool fine = ReadOneByte(source_.rest().front());
  last_repeat_ = this_repeat_;
  return fine;
}

bool Parser::ReadOneByte(char c) {
  const bool one_line = (builder_.flags & kOneLine) != 0;
  switch (c) {
    case '(':
      if (source_.StartsWith("(?")) return ReadGroup(source_, builder_);
      builder_.OpenGroup(/*captures=*/true);
      break;
    case '|': builder_.AddAlternative(); break;
    case ')':
      if (builder_.CloseGroup() == Outcome::kDone) break;
      return source_.Fail(syntax_errors::kUnexpectedParen, pattern_);
    case '^': return Add(one_line ? Op::kBeginText : Op::kBeginLine, 1);
    case '$': return one_line ? Add(Op::kEndText, 1, kWasDollar) : Add(Op::kEndLine, 1);
    case '.': return Add((builder_.flags & kDotNL) != 0 ? Op::kAnyChar : Op::kAnyCharNotNL, 1);
    case '[': return ReadClass();
    case '*': return ReadRepetition(Op::kStar);
    case '+': return ReadRepetition(Op::kPlus);
    case '?': return ReadRepetition(Op::kQuest);
    case '{': return ReadCountedRepetition();
    case '\\': return ReadBackslash();
    default: return ReadLiteral();
  }
  source_.Skip(1);
  return true;
}

bool Parser::ReadLiteral() {
  char32_t rune;
  if (!source_.Next(rune)) return false;
  builder_.AddLiteral(rune);
  return true;
}

bool Parser::ReadClass() {
  Node* node = builder_.StartClass();
  if (!ReadBracketClass(source_, builder_.flags, ranges_)) return false;
  builder_.FinishClass(node, ranges_);
  return true;
}

bool Parser::ReadBackslash() {
  switch (source_.rest().size() > 1 ? source_.rest()[1] : '\0') {
    case 'A': return Add(Op::kBeginText, 2);
    case 'b': return Add(Op::kWordBoundary, 2);
    case 'B': return Add(Op::kNoWordBoundary, 2);
    case 'z': return Add(Op::kEndText, 2);
    case 'C': return source_.Fail(syntax_errors::kEscape, source_.rest().substr(0, 2));
    case 'Q': return ReadQuoted();
    default: break;
  }
  Node* node = builder_.StartClass();
  ranges_.clear();
  ClassFound found = ReadUnicodeClass(source_, builder_.flags, ranges_);
  if (found == ClassFound::kNo) found = ReadPerlClass(source_, builder_.flags, ranges_);
  if (found == ClassFound::kError) return false;
  if (found == ClassFound::kYes) {
    builder_.FinishClass(node, ranges_);
    return true;
  }
  builder_.AbandonClass(node);
  char32_t rune;
  if (!ReadEscape(source_, rune)) return false;
  builder_.AddLiteral(rune);
  return true;
}

// Reads \Q…\E, or \Q… up to the end of the pattern.
bool Parser::ReadQuoted() {
  source_.Skip(2);
  const std::size_t end = source_.rest().find("\\E");
  Source quoted(source_.rest().substr(0, end));
  while (!quoted.rest().empty()) {
    char32_t rune;
    if (!quoted.Next(rune)) return source_.Fail(quoted.error()->what, quoted.error()->where);
    builder_.AddLiteral(rune);
  }
  source_.Skip(std::min(source_.rest().size(), end == std::string_view::npos ? end : end + 2));
  return true;
}

bool Parser::ReadRepetition(Op op) {
  const std::string_view start = source_.rest();
  source_.Skip(1);
  return Repeat(op, 0, 0, start);
}

bool Parser::ReadCountedRepetition() {
  const std::string_view start = source_.rest();
  const std::optional<RepeatCount> count = ReadRepeatCount(source_);
  if (!count) return ReadLiteral();
  if (!count->IsValid()) return source_.Fail(syntax_errors::kRepeatSize, source_.Since(start));
  return Repeat(Op::kRepeat, count->min, count->max, start);
}

// Adds a repetition to the tree. `start` is the rest of the pattern from the repetition on. The repetition was already
// read, except an optional ? at its end.
bool Parser::Repeat(Op op, int min, int max, std::string_view start) {
  const bool non_greedy = source_.StartsWith("?");
  if (non_greedy) source_.Skip(1);
  if (!last_repeat_.empty()) return source_.Fail(syntax_errors::kRepeatOp, source_.Since(last_repeat_));
  this_repeat_ = start;
  switch (builder_.Repeat(op, min, max, non_greedy)) {
    case Outcome::kNothingToRepeat: return source_.Fail(syntax_errors::kMissingRepeatArgument, source_.Since(start));
    case Outcome::kTooManyRepeats: return source_.Fail(syntax_errors::kRepeatSize, source_.Since(start));
    default: return true;
  }
}

}  // namespace

std::optional<SyntaxError> Parse(std::string_view pattern) { return Parser(pattern).Run(); }

std::optional<SyntaxError> Parse(std::string_view pattern, Program& program) {
  Parser parser(pattern);
  auto error = parser.Run();
  if (!error) program = Compile(parser.root());
  return error;
}

std::optional<SyntaxError> Parse(std::string_view pattern, const std::function<void(const Node&)>& use) {
  Parser parser(pattern);
  auto error = parser.Run();
  if (!error) use(parser.root());
  return error;
}

}  // namespace structural::go::regexp
