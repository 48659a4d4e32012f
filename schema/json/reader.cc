#include "schema/json/reader.h"

#include <algorithm>
#include <cstdlib>

#include "schema/base/stack.h"

namespace structural::json {
namespace {

std::string_view NameOf(JsonReader::Kind kind) {
  switch (kind) {
    case JsonReader::Kind::kObject: return "object";
    case JsonReader::Kind::kArray: return "array";
    case JsonReader::Kind::kString: return "string";
    case JsonReader::Kind::kNumber: return "number";
    case JsonReader::Kind::kBool: return "boolean";
    case JsonReader::Kind::kNull: return "null";
    case JsonReader::Kind::kNone: return "nothing";
  }
  return "nothing";
}

}  // namespace

bool JsonReader::Expect(Kind kind, std::string_view wanted) {
  if (Peek() == kind) return true;
  FailWrongKind(wanted);
  return false;
}

void JsonReader::FailWrongKind(std::string_view wanted) {
  if (!ok()) return;
  const Kind found = Peek();
  if (found == Kind::kNone) {
    return Fail(at_ == end_ ? "unexpected end of JSON input" : "invalid character, a value is expected");
  }
  Fail("cannot read " + std::string(NameOf(found)) + " as " + std::string(wanted));
}

void JsonReader::Fail(std::string_view what, base::ErrorCode code) {
  if (!ok()) return;
  const std::string_view before(begin_, at_ - begin_);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto newline = before.rfind('\n');
  const auto column = before.size() - (newline == std::string_view::npos ? 0 : newline + 1) + 1;
  error_ = base::Error(code, std::string(what))
               .WithPlace(before.size(), "line " + std::to_string(line) + ", column " + std::to_string(column));
  at_ = end_;
}

void JsonReader::SpendOnRepetition(std::size_t bytes) {
  repeated_bytes_ += bytes;
  if (repeated_bytes_ <= kMaxRepeatedBytes || !ok()) return;
  Fail("too many repeated keys with large objects", base::ErrorCode::kLimitExceeded);
}

std::string_view JsonReader::ReadRawString(bool* plain) {
  std::string_view raw;
  *plain = TakePlainString(&raw);
  if (*plain) return raw;
  const JsonString found = ScanJsonString(at_ + 1, end_);
  if (found.close == nullptr) {
    at_ = found.error_at;
    Fail("invalid character in string literal, or no closing quote");
    return {};
  }
  raw = {at_ + 1, found.close};
  *plain = found.plain;
  at_ = found.close + 1;
  return raw;
}

std::string_view JsonReader::ReadOtherString() {
  if (!Expect(Kind::kString, "string")) return {};
  bool plain = true;
  const std::string_view raw = ReadRawString(&plain);
  return plain ? raw : arena_.Copy(UnescapeJsonString(raw));
}

std::string_view JsonReader::EscapedString() {
  bool plain;
  return Expect(Kind::kString, "string") ? ReadRawString(&plain) : std::string_view();
}

bool JsonReader::ReadLiteral(std::string_view word) {
  if (!std::string_view(at_, end_ - at_).starts_with(word)) {
    Fail("invalid literal");
    return false;
  }
  at_ += word.size();
  return true;
}

bool JsonReader::Bool() {
  if (!Expect(Kind::kBool, "boolean")) return false;
  const bool value = *at_ == 't';
  return ReadLiteral(value ? "true" : "false") && value;
}

void JsonReader::Null() {
  if (Expect(Kind::kNull, "null")) ReadLiteral("null");
}

std::string_view JsonReader::Number() {
  if (!Expect(Kind::kNumber, "number")) return {};
  const char* close = ScanJsonNumber(at_, end_);
  if (close == nullptr) {
    Fail("invalid number");
    return {};
  }
  const std::string_view text(at_, close - at_);
  at_ = close;
  return text;
}

std::int64_t JsonReader::Int64() {
  const std::string_view text = Number();
  if (!ok()) return 0;
  const auto value = ParseInt64(text);
  if (!value) Fail("cannot read number " + std::string(text) + " as a 64-bit integer");
  return value.value_or(0);
}

double JsonReader::Double() {
  const std::string_view text = Number();
  if (!ok()) return 0;
  const auto value = ParseDouble(text);
  if (!value) Fail("number " + std::string(text) + " is out of range");
  return value.value_or(0);
}

bool JsonReader::Enter() {
  ++at_;
  after_opening_bracket_ = true;
  return ++depth_ <= max_depth_ || EnterDeep();
}

// Enters a level deeper than kMaxShallowLevels. Returns false, and records an error, if the level is deeper than
// kMaxDepth or than the stack of this thread allows.
bool JsonReader::EnterDeep() {
  if (depth_ > base::kMaxDepth) {
    Fail("exceeded max depth of 10000");
  } else if (max_depth_ = base::LevelsLeft(); depth_ > max_depth_) {
    Fail("nested too deeply for the stack of this thread", base::ErrorCode::kLimitExceeded);
  }
  return ok();
}

void JsonReader::BeginObject() {
  if (Expect(Kind::kObject, "object")) Enter();
}

void JsonReader::BeginArray() {
  if (Expect(Kind::kArray, "array")) Enter();
}

// Handles a text that continues neither with a comma nor with the closing bracket. `first`: whether no member or
// element was read yet. If so, returns true, and the caller's attempt to read one records the error. Otherwise records
// the error and returns false.
bool JsonReader::HandleMissingMember(bool first) {
  if (first) return ok();
  Fail(at_ == end_ ? "unexpected end of JSON input" : "a comma or the end of the list is expected");
  return false;
}

bool JsonReader::ReportMissingColon() {
  Fail("a colon is expected after the key");
  return false;
}

bool JsonReader::SkipScalar(Kind kind) {
  bool plain;
  switch (kind) {
    case Kind::kString: ReadRawString(&plain); break;
    case Kind::kBool: ReadLiteral(*at_ == 't' ? "true" : "false"); break;
    case Kind::kNull: ReadLiteral("null"); break;
    case Kind::kNumber: {
      const auto text = Number();
      has_unrepresentable_number_ |= check_number_range_ && ok() && !ParseDouble(text);
      break;
    }
    default: FailWrongKind("a value");
  }
  return ok();
}

std::string_view JsonReader::Skip() {
  SkipSpace();
  const char* const start = at_;
  std::string_view key;
  std::string closers;  // closing brackets of all open objects and arrays
  do {
    const Kind kind = Peek();
    if (kind == Kind::kObject || kind == Kind::kArray) {
      Enter();
      closers += kind == Kind::kObject ? '}' : ']';
    } else if (!SkipScalar(kind)) {
      return {};
    }
    while (!closers.empty() && !(closers.back() == '}' ? NextKey(&key) : NextElement())) {
      if (!ok()) return {};
      closers.pop_back();
    }
  } while (!closers.empty());
  return {start, static_cast<std::size_t>(at_ - start)};
}

std::string_view JsonReader::ReadUndecoded() {
  check_number_range_ = true;
  const std::string_view text = Skip();
  check_number_range_ = false;
  return text;
}

bool JsonReader::AtEnd() {
  if (!ok()) return false;
  SkipSpace();
  if (at_ != end_) Fail("unexpected text after the value");
  return ok();
}

}  // namespace structural::json
