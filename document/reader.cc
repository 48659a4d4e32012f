#include "document/reader.h"

#include <algorithm>
#include <cstring>

#include "document/encoding.h"
#include "document/yaml_document.h"
#include "schema/base/json_scan.h"

namespace structural::document {
namespace {

using Read = std::variant<Document, Problem>;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kSpaces = " \t\r\v\f\n";

bool BeginsWithBrace(std::string_view text) {
  const auto at = text.find_first_not_of(kSpaces);
  return at != std::string_view::npos && text[at] == '{';
}

std::string_view LineAt(std::string_view text, std::size_t at) {
  return text.substr(at, text.find('\n', at) - at);
}

// Where the next line begins with `---`, at or after `at`, which is the start of a line.
std::size_t FindSeparator(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("---")) return at;
  constexpr std::string_view kNext = "\n---";
  const std::string_view rest = text.substr(at);
  const void* found = memmem(rest.data(), rest.size(), kNext.data(), kNext.size());
  if (found == nullptr) return text.size();
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) + 1;
}

// What stands behind `---` on its line, but a comment.
std::string_view BehindSeparator(std::string_view line) {
  const auto at = line.find_first_not_of(kSpaces, 3);
  if (at == std::string_view::npos || line[at] == '#') return {};
  return line.substr(at);
}

std::uint32_t CountLines(std::string_view text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

Document Nothing() {
  Document document;
  document.json = "null";
  return document;
}

// The usual reason for a broken document is that it is none yet.
Read WithHint(Read read, std::string_view text) {
  auto* problem = std::get_if<Problem>(&read);
  if (problem != nullptr && text.find("{{") != std::string_view::npos) {
    problem->message += "; the text looks like a template: give what it renders (helm template)";
  }
  return read;
}

}  // namespace

Reader::Reader(std::string_view text)
    : converted_(FromUtf16(text)),
      text_(converted_ ? std::string_view(*converted_) : text),
      cursor_(text_),
      json_(BeginsWithBrace(text_)) {
  if (text_.starts_with(kByteOrderMark)) offset_ = kByteOrderMark.size();
}

std::optional<Read> Reader::Next() { return json_ ? NextJson() : NextYaml(); }

std::optional<Read> Reader::NextJson() {
  offset_ = static_cast<std::size_t>(
      base::SkipJsonSpace(text_.data() + offset_, text_.data() + text_.size()) - text_.data());
  if (offset_ == text_.size()) return std::nullopt;
  const std::size_t begin = offset_;
  Read read = ReadJson(text_, &offset_, cursor_);
  source_ = text_.substr(begin, offset_ - begin);
  source_is_json_ = true;
  if (std::holds_alternative<Document>(read)) return ++json_values_, std::move(read);
  json_ = false;
  if (json_values_ > 1) {
    offset_ = text_.size();
    return read;
  }
  // It may be YAML in braces, or YAML behind a JSON value.
  offset_ = begin;
  line_ = CountLines(text_.substr(0, begin));
  auto yaml = NextYaml();
  if (yaml && std::holds_alternative<Problem>(*yaml)) return WithHint(std::move(read), text_);
  return yaml;
}

std::optional<Read> Reader::NextYaml() {
  if (offset_ >= text_.size()) return std::nullopt;
  const std::size_t end = FindSeparator(text_, offset_);
  const std::string_view chunk = text_.substr(offset_, end - offset_);
  source_ = chunk;
  source_is_json_ = false;
  const std::string_view separator = end < text_.size() ? LineAt(text_, end) : std::string_view();
  const std::uint32_t line = line_;
  if (!separator.empty()) line_ += CountLines(chunk) + 1;
  offset_ = std::min(end + separator.size() + 1, text_.size());
  if (const auto behind = BehindSeparator(separator); !separator.empty() && !behind.empty()) {
    return Problem{{line_, static_cast<std::uint32_t>(behind.data() - separator.data()) + 1},
                   "kubectl reads nothing behind --- on the same line: put it on the next one"};
  }
  if (chunk.empty()) return Nothing();
  return WithHint(ReadYaml(chunk, line), chunk);
}

}  // namespace structural::document
