#include "schema/merge/json_iterator.h"

#include <algorithm>
#include <optional>

#include "schema/base/quote.h"
#include "schema/base/stack.h"
#include "schema/base/utf8.h"
#include "schema/json/members.h"
#include "schema/json/scan.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

constexpr std::string_view kSpace = " \n\t\r";

bool IsSurrogate(char32_t rune) { return rune >= 0xD800 && rune <= 0xDFFF; }

// Returns the rune of two surrogates; nullopt if they are not a pair.
std::optional<char32_t> Pair(char32_t high, char32_t low) {
  if (high < 0xD800 || high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) return std::nullopt;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

void AppendAnyRune(char32_t rune, std::string& to) {
  base::AppendRune(IsSurrogate(rune) ? base::kReplacementRune : rune, to);
}

// Returns why jsoniter refuses a number; empty if it leaves the check to ParseFloat.
//
// Upstream: jsoniter iter_float.go validateFloat (v1.1.12).
std::string_view NumberError(std::string_view text) {
  if (text.starts_with('-')) return "-- is not valid";
  const std::size_t dot = text.find('.');
  if (dot == text.npos) return {};
  if (dot == text.size() - 1) return "dot can not be last character";
  return base::IsDigit(text[dot + 1]) ? std::string_view() : "missing digit after dot";
}

// Returns the number as a number of JSON, which has no plus sign and no zeros before other digits.
std::string AsJsonNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  while (text.size() > 1 && text[0] == '0' && base::IsDigit(text[1])) text.remove_prefix(1);
  return (text.starts_with('.') ? "0" : "") + std::string(text.starts_with('-') ? "-" : text);
}

}  // namespace

JsonIterator::JsonIterator(std::string_view text, base::Arena& arena, std::size_t block)
    : arena_(arena),
      block_size_(block),
      rest_(block == 0 ? std::string_view() : text),
      block_(block == 0 ? text : std::string_view()),
      levels_left_(base::LevelsLeft()) {}

// Upstream: jsoniter iter.go Iterator.loadMore (v1.1.12).
bool JsonIterator::LoadMore() {
  if (state_ != State::kReading) return false;
  if (rest_.empty()) {
    head_ = block_.size();
    state_ = State::kEnd;
    return false;
  }
  block_ = rest_.substr(0, block_size_);
  rest_.remove_prefix(block_.size());
  head_ = 0;
  return true;
}

char JsonIterator::NextToken() {
  for (;;) {
    while (head_ < block_.size()) {
      const char c = block_[head_++];
      if (kSpace.find(c) == kSpace.npos) return c;
    }
    if (!LoadMore()) return '\0';
  }
}

char JsonIterator::ReadByte() {
  if (head_ == block_.size() && !LoadMore()) return '\0';
  return block_[head_++];
}

void JsonIterator::Unread() {
  if (state_ == State::kReading) --head_;
}

void JsonIterator::ReportError(std::string_view operation, std::string_view message) {
  if (failed()) return;
  state_ = State::kFailed;
  const auto around = [&](std::size_t width) {
    const std::size_t begin = head_ < width ? 0 : head_ - width;
    return std::string(block_.substr(begin, std::min(head_ + width, block_.size()) - begin));
  };
  error_ = std::string(operation).append(": ").append(message);
  error_ += ", error found in #" + std::to_string(std::min<std::size_t>(head_, 10)) + " byte of ...|" + around(10) +
            "|..., bigger context ...|" + around(50) + "|...";
}

void JsonIterator::ExpectEnd() {
  if (failed()) return;
  NextToken();
  Unread();
  if (state_ == State::kReading) ReportError("managedFields parsing", "unexpected trailing data after JSON object");
}

// Reads `{` and finds the first name. Returns false without members, and after an error.
bool JsonIterator::BeginMembers(std::string_view operation) {
  const char c = NextToken();
  if (c == 'n') {
    ExpectBytes("ull");
    return false;
  }
  if (c != '{') {
    ReportError(operation, std::string("expect { or n, but found ") + c);
    return false;
  }
  if (levels_left_ == 0) {
    ReportError("incrementDepth", "exceeded max depth");
    return false;
  }
  const char next = NextToken();
  if (next == '}') return false;
  if (next != '"') {
    ReportError(operation, std::string("expect \" after {, but found ") + next);
    return false;
  }
  Unread();
  --levels_left_;
  in_name_list_ = false;
  return true;
}

// Reads a name and its colon. ReadMapCB prints the character before the name in place of the one that it found.
std::string_view JsonIterator::ReadName(std::string_view operation) {
  const char before = in_name_list_ ? ',' : '"';
  const std::string_view name = ReadString();
  const char c = NextToken();
  const bool map = operation == "ReadMapCB";
  if (c != ':')
    ReportError(map ? operation : "ReadObject",
                std::string("expect : after object field, but found ") + (map ? before : c));
  return name;
}

// Reads the character after a member or an element. Returns whether it is a comma. Reports any other except `end`.
bool JsonIterator::HasMore(std::string_view expected, char end, std::string_view operation) {
  const char c = NextToken();
  in_name_list_ = true;
  if (c == ',') return true;
  ++levels_left_;
  if (c == end) return false;
  ReportError(operation, expected.empty() ? "object not ended with }" : std::string(expected) + c);
  return false;
}

void JsonIterator::ExpectBytes(std::string_view bytes) {
  for (const char expected : bytes) {
    if (ReadByte() == expected) continue;
    ReportError(bytes.size() == 3 ? "skipThreeBytes" : "skipFourBytes", "expect " + std::string(bytes));
    return;
  }
}

std::string_view JsonIterator::ReadString() {
  const char c = NextToken();
  if (c == 'n') {
    ExpectBytes("ull");
    return {};
  }
  if (c != '"') {
    ReportError("ReadString", std::string("expects \" or n, but found ") + c);
    return {};
  }
  for (std::size_t i = head_; i < block_.size(); ++i) {
    const auto byte = static_cast<unsigned char>(block_[i]);
    if (byte == '"') {
      const std::string_view text = block_.substr(head_, i - head_);
      head_ = i + 1;
      return text;
    }
    if (byte == '\\') break;
    if (byte < ' ') {
      ReportError("ReadString", "invalid control character found: " + std::to_string(byte));
      return {};
    }
  }
  return ReadEscapedString();
}

// Upstream: jsoniter iter_str.go Iterator.readStringSlowPath (v1.1.12).
std::string_view JsonIterator::ReadEscapedString() {
  std::string text;
  while (state_ == State::kReading) {
    const char c = ReadByte();
    if (c == '"') return arena_.Copy(std::string_view(text));
    if (c == '\\') {
      ReadEscape(ReadByte(), text);
    } else {
      text += c;
    }
  }
  ReportError("readStringSlowPath", "unexpected end of input");
  return {};
}

// Reads the rest of an escape, of which `c` is the character after the backslash.
//
// Upstream: jsoniter iter_str.go Iterator.readEscapedChar (v1.1.12).
void JsonIterator::ReadEscape(char c, std::string& to) {
  constexpr std::string_view kPlain = "\"\\/", kLetters = "bfnrt", kControls = "\b\f\n\r\t";
  if (c == 'u') {
    const char32_t first = ReadHex();
    if (!IsSurrogate(first)) return base::AppendRune(first, to);
    if (c = ReadByte(); state_ != State::kReading) return;
    AppendAnyRune(first, to);
    if (c != '\\') return Unread();
    if (c = ReadByte(); state_ != State::kReading) return;
    if (c != 'u') return ReadEscape(c, to);
    const char32_t second = ReadHex();
    if (state_ != State::kReading) return;
    const auto pair = Pair(first, second);
    if (pair) to.resize(to.size() - 3);  // the replacement of `first`
    AppendAnyRune(pair.value_or(second), to);
  } else if (kPlain.find(c) != kPlain.npos) {
    to += c;
  } else if (const std::size_t at = kLetters.find(c); at != kLetters.npos) {
    to += kControls[at];
  } else {
    ReportError("readEscapedChar", "invalid escape char after \\");
  }
}

char32_t JsonIterator::ReadHex() {
  char32_t rune = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = ReadByte();
    if (state_ != State::kReading) return rune;
    const int digit = base::HexValue(c);
    if (digit < 0) {
      ReportError("readU4", std::string("expects 0~9 or a~f, but found ") + c);
      return rune;
    }
    rune = rune * 16 + static_cast<char32_t>(digit);
  }
  return rune;
}

double JsonIterator::ReadNumber() {
  if (NextToken() == '-') return -ReadPositiveNumber();
  Unread();
  return ReadPositiveNumber();
}

// Upstream: jsoniter iter_float.go Iterator.readPositiveFloat64, Iterator.readFloat64SlowPath (v1.1.12).
double JsonIterator::ReadPositiveNumber() {
  constexpr std::string_view kEnds = ",]} \t\n", kOperation = "readFloat64", kSlowPath = "readFloat64SlowPath";
  const std::string_view ahead = block_.substr(head_, 2);
  std::string_view early;
  if (!ahead.empty() && kEnds.find(ahead[0]) != kEnds.npos) early = "empty number";
  if (ahead.starts_with('.')) early = "leading dot is invalid";
  if (ahead.starts_with('0') && ahead.size() > 1 && base::IsDigit(ahead[1])) early = "leading zero is invalid";
  if (!early.empty()) {
    ReportError(kOperation, early);
    return 0;
  }
  const std::string text = ReadNumberText();
  if (failed()) return 0;
  if (const std::string_view error = NumberError(text); !error.empty()) {
    ReportError(kSlowPath, error);
    return 0;
  }
  const std::string number = AsJsonNumber(text);
  const char* const end = number.data() + number.size();
  const bool valid = json::ScanJsonNumber(number.data(), end) == end;
  const auto value = valid ? json::ParseDouble(number) : std::nullopt;
  if (value) return *value;
  state_ = State::kFailed;
  error_ =
      "strconv.ParseFloat: parsing " + base::Quote(text) + ": " + (valid ? "value out of range" : "invalid syntax");
  return 0;
}

// Upstream: jsoniter iter_float.go Iterator.readNumberAsString (v1.1.12).
std::string JsonIterator::ReadNumberText() {
  constexpr std::string_view kCharacters = "+-.eE0123456789";
  std::string text;
  do {
    const std::size_t end = std::min(block_.find_first_not_of(kCharacters, head_), block_.size());
    text += block_.substr(head_, end - head_);
    if (head_ = end; end < block_.size()) break;
  } while (LoadMore());
  if (text.empty()) ReportError("readNumberAsString", "invalid number");
  return text;
}

Value JsonIterator::ReadArray() {
  NextToken();
  if (levels_left_ == 0) {
    ReportError("incrementDepth", "exceeded max depth");
    return {};
  }
  if (NextToken() == ']') return Value::Array({});
  Unread();
  --levels_left_;
  std::vector<Value> elements;
  do {
    elements.push_back(Read());
  } while (!failed() && HasMore("expect ] in the end, but found ", ']', "ReadArrayCB"));
  return Value::Array(arena_.Copy(std::span<const Value>(elements)));
}

Value JsonIterator::ReadObjectValue() {
  std::vector<Member> members;
  ReadMap([&](std::string_view name) { members.push_back({name, Read()}); });
  const auto sorted = arena_.Copy(std::span<const Member>(members));
  return Value::Object(sorted.first(json::SortByKey(sorted)));
}

Value JsonIterator::Read() {
  const char c = NextToken();
  Unread();
  switch (c) {
    case '"': return Value::String(ReadString());
    case 'n': ExpectBytes("null"); return {};
    case 't':
      NextToken();
      ExpectBytes("rue");
      return Value::Bool(true);
    case 'f':
      NextToken();
      ExpectBytes("alse");
      return Value::Bool(false);
    case '[': return ReadArray();
    case '{': return ReadObjectValue();
    default: break;
  }
  if (c == '-' || base::IsDigit(c)) return Value::Double(ReadNumber());
  ReportError("Read", "unexpected value type: 0");
  return {};
}

}  // namespace structural::merge
