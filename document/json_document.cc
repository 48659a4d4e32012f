#include <optional>
#include <vector>

#include "document/builder.h"
#include "document/document.h"
#include "document/reader.h"
#include "schema/base/quote.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"

namespace structural::document {
namespace {

class JsonDocument {
 public:
  JsonDocument(std::string_view text, std::size_t offset, Cursor& cursor)
      : text_(text), at_(text.data() + offset), end_(text.data() + text.size()), cursor_(cursor), builder_(document_) {}

  std::variant<Document, Problem> Read();
  // Returns, after Read, whether the text was JSON. Also true if reading stopped because the text exceeded a limit.
  bool complete() const { return !problem_ || is_too_large_; }
  std::size_t offset() const { return is_too_large_ ? text_.size() : static_cast<std::size_t>(at_ - text_.data()); }

 private:
  bool Fail(std::string message) {
    if (!problem_) problem_ = Problem{Here(), std::move(message)};
    return false;
  }
  Position Here() { return cursor_.At(offset()); }
  void SkipSpace() { at_ = json::SkipJsonSpace(at_, end_); }
  bool Is(char c) {
    SkipSpace();
    return at_ != end_ && *at_ == c;
  }
  bool Take(char c) { return Is(c) && (++at_, true); }

  bool ReadValue();
  bool ReadMember();
  bool CloseLevels();
  bool ReadScalar();
  bool ReadString(std::string& to);
  bool ReadWord(std::string_view word, std::string& to);
  bool ReadNumber(std::string& to);

  const std::string_view text_;
  const char* at_;
  const char* end_;
  Cursor& cursor_;
  Document document_;
  Builder builder_;
  std::vector<bool> levels_;  // the open levels: true for an object
  std::optional<Problem> problem_;
  bool is_too_large_ = false;  // the value exceeds a limit of documents, so the rest of the text is not read
  std::optional<Problem> out_of_range_;
};

bool JsonDocument::ReadString(std::string& to) {
  if (!Is('"')) return Fail("expected a string in double quotes");
  const auto found = json::ScanJsonString(at_ + 1, end_);
  if (found.close == nullptr) {
    return Fail("this string does not end, or contains a character that must be escaped");
  }
  const std::string_view raw(at_ + 1, static_cast<std::size_t>(found.close - at_ - 1));
  if (found.plain) {
    base::AppendJsonString(raw, to);
  } else {
    base::AppendJsonString(json::UnescapeJsonString(raw), to);
  }
  at_ = found.close + 1;
  return true;
}

bool JsonDocument::ReadWord(std::string_view word, std::string& to) {
  if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) {
    return Fail("expected a value");
  }
  at_ += word.size();
  to += word;
  return true;
}

bool JsonDocument::ReadNumber(std::string& to) {
  const char* close = json::ScanJsonNumber(at_, end_);
  if (close == nullptr) return Fail("expected a value");
  const std::string_view literal(at_, static_cast<std::size_t>(close - at_));
  if (const auto integer = json::ParseInt64(literal)) {
    to += std::to_string(*integer);
  } else {
    const auto number = json::ParseDouble(literal);
    // Stores the problem, and reads on: if a later part of the text is not JSON, Read returns that problem instead.
    if (!number && !out_of_range_) out_of_range_ = Problem{Here(), "the number is out of range"};
    to += number == 0 && literal.starts_with('-') ? "-0.0" : json::FormatDouble(number.value_or(0));
  }
  at_ = close;
  return true;
}

bool JsonDocument::ReadScalar() {
  if (at_ == end_) return Fail("the text ends before a value");
  std::string& json = builder_.Value(Here());
  switch (*at_) {
    case '"': return ReadString(json);
    case 't': return ReadWord("true", json);
    case 'f': return ReadWord("false", json);
    case 'n': return ReadWord("null", json);
    default: return ReadNumber(json);
  }
}

bool JsonDocument::ReadMember() {
  SkipSpace();
  if (!ReadString(builder_.Key(Here()))) return false;
  builder_.EndKey();
  return Take(':') || Fail("expected a colon after the key");
}

// Must be called after a value. Closes the objects and lists that end there. If another value follows, reads the comma,
// and the key if the value has one. Returns false, and sets problem_, if the text is not JSON.
bool JsonDocument::CloseLevels() {
  while (!levels_.empty()) {
    const bool object = levels_.back();
    if (Take(',')) return object ? ReadMember() : true;
    if (!Take(object ? '}' : ']')) {
      return Fail(object ? "expected a comma or }" : "expected a comma or ]");
    }
    object ? builder_.EndObject() : builder_.EndArray();
    levels_.pop_back();
  }
  return true;
}

// Reads a scalar, or the opening bracket of an object or list, and the first key of an object. Calls CloseLevels after
// a scalar and after an empty object or list. Returns false, and sets problem_, on an error.
bool JsonDocument::ReadValue() {
  SkipSpace();
  const bool object = Is('{');
  if (!object && !Is('[')) return ReadScalar() && CloseLevels();
  if (levels_.size() == kMaxDepth) return Fail("exceeded max depth of 10000");
  object ? builder_.BeginObject(Here()) : builder_.BeginArray(Here());
  levels_.push_back(object);
  ++at_;
  if (Is(object ? '}' : ']')) return CloseLevels();
  return object ? ReadMember() : true;
}

std::variant<Document, Problem> JsonDocument::Read() {
  SkipSpace();
  document_.begin = Here();
  const std::size_t begin = offset();
  do {
    if (!ReadValue()) return *problem_;
    if (offset() - begin > kMaxDocumentBytes) problem_ = DocumentTooLarge(document_.begin);
    if (document_.marks.size() > kMaxMarks) problem_ = TooManyMarks(Here());
    is_too_large_ = problem_.has_value();
    if (is_too_large_) return *problem_;
  } while (!levels_.empty());
  if (out_of_range_) return *std::move(out_of_range_);
  builder_.Finish();
  return std::move(document_);
}

}  // namespace

Position Cursor::At(std::size_t offset) {
  for (; offset_ < offset; ++offset_) {
    const auto c = static_cast<unsigned char>(text_[offset_]);
    if (c == '\n') {
      position_ = {position_.line + 1, 1};
    } else if ((c & 0xC0) != 0x80) {
      ++position_.column;
    }
  }
  return position_;
}

std::variant<Document, Problem> ReadJson(std::string_view text, std::size_t* offset, Cursor& cursor) {
  JsonDocument document(text, *offset, cursor);
  auto read = document.Read();
  if (document.complete()) *offset = document.offset();
  return read;
}

}  // namespace structural::document
