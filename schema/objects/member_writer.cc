#include "schema/objects/member_writer.h"

#include <utility>

#include "schema/base/quote.h"
#include "schema/json/parse.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"

namespace structural::objects {
namespace {

using json::Parser;
using json::Value;

// The escapes that Go writes as they are read.
bool IsUsualEscape(char c) { return c == 'n' || c == '"' || c == '\\' || c == 't' || c == 'r'; }

// Whether Go would write the string, which stands without its quotes, as it stands.
bool IsAsWritten(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while ((at = base::FindJsonSpecial(at, end)) != end) {
    if (*at != '\\' || !IsUsualEscape(at[1])) return false;
    at += 2;
  }
  return true;
}

void AppendEscaped(model::EscapedText text, std::string& to) {
  if (!IsAsWritten(text)) return base::AppendJsonString(json::UnescapeJsonString(text), to);
  ((to += '"') += text) += '"';
}

}  // namespace

void MemberWriter::Separate() {
  if (to_.back() != '{') to_ += ',';
}

std::string& MemberWriter::Key(std::string_view name) {
  Separate();
  return ((to_ += '"') += name) += "\":";
}

std::string& MemberWriter::AnyKey(std::string_view name) {
  Separate();
  base::AppendJsonString(name, to_);
  return to_ += ':';
}

void MemberWriter::AnyText(std::string_view name, std::string_view text) {
  base::AppendJsonString(text, Key(name));
}

void MemberWriter::Text(std::string_view name, std::string_view text) {
  if (!text.empty()) AnyText(name, text);
}

void MemberWriter::Escaped(std::string_view name, model::EscapedText text) {
  if (!text.empty()) AppendEscaped(text, Key(name));
}

void MemberWriter::True(std::string_view name, bool value) {
  if (value) Key(name) += "true";
}

void MemberWriter::Truth(std::string_view name, const std::optional<bool>& value) {
  if (value) Key(name) += *value ? "true" : "false";
}

void MemberWriter::OptionalText(std::string_view name,
                                const std::optional<std::string_view>& text) {
  if (text) AnyText(name, *text);
}

void MemberWriter::Number(std::string_view name, const std::optional<double>& value) {
  if (value) AppendJson(Value::Double(*value), Key(name));
}

void MemberWriter::Number(std::string_view name, const std::optional<std::int64_t>& value) {
  if (value) AppendJson(Value::Int(*value), Key(name));
}

void MemberWriter::Texts(std::string_view name, std::span<const std::string_view> texts) {
  if (!texts.empty()) AppendTexts(texts, Key(name));
}

void MemberWriter::AppendTexts(std::span<const std::string_view> texts, std::string& to) {
  to += '[';
  for (const std::string_view& text : texts) {
    if (&text != texts.data()) to += ',';
    base::AppendJsonString(text, to);
  }
  to += ']';
}

void MemberWriter::Json(std::string_view name, model::JsonText text) {
  if (text.empty()) return;
  Key(name);
  AppendValue(text);
}

void MemberWriter::Raw(std::string_view name, std::string_view json) {
  if (!json.empty()) Key(name) += json;
}

void MemberWriter::AppendValue(model::JsonText text) {
  if (text.empty()) {
    to_ += "null";
    return;
  }
  if (text.front() == '"') return AppendEscaped(text.substr(1, text.size() - 2), to_);
  const base::Arena::Mark before = arena_.Here();
  const auto value = Parser(arena_).Parse(text);
  AppendJson(value.ok() ? *value : Value(), to_);
  arena_.Rewind(before);
}

}  // namespace structural::objects
