#include "schema/crd/model/member_writer.h"

#include "schema/base/quote.h"
#include "schema/json/scan.h"
#include "schema/json/value.h"

namespace structural::crd {
namespace {

using json::Parser;
using json::Value;

// Whether Go writes the escape as it reads it.
bool IsUsualEscape(char c) { return c == 'n' || c == '"' || c == '\\' || c == 't' || c == 'r'; }

// Whether Go would write the string, given without quotes, unchanged.
bool IsAsWritten(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while ((at = base::FindJsonSpecial(at, end)) != end) {
    if (*at != '\\' || !IsUsualEscape(at[1])) return false;
    at += 2;
  }
  return true;
}

}  // namespace

void MemberWriter::AppendEscaped(std::string_view text) {
  if (IsAsWritten(text)) {
    Raw("\"");
    (to_ += text) += '"';
  } else {
    Add(json::UnescapeJsonString(text));
  }
}

void MemberWriter::Text(std::string_view name, std::string_view text) {
  if (!text.empty()) Add(name, text);
}

void MemberWriter::Undecoded(std::string_view name, const UndecodedText& text) {
  if (text.empty()) return;
  Key(name);
  if (const auto escaped = text.escaped()) return AppendEscaped(*escaped);
  Add(text.Value());
}

void MemberWriter::True(std::string_view name, bool value) {
  if (value) Add(name, true);
}

void MemberWriter::Truth(std::string_view name, const std::optional<bool>& value) {
  if (value) Add(name, *value);
}

void MemberWriter::OptionalText(std::string_view name, const std::optional<std::string_view>& text) {
  if (text) Add(name, *text);
}

void MemberWriter::Number(std::string_view name, const std::optional<double>& value) {
  if (value) Add(name, Value::Double(*value));
}

void MemberWriter::Number(std::string_view name, const std::optional<std::int64_t>& value) {
  if (value) Add(name, *value);
}

void MemberWriter::Texts(std::string_view name, std::span<const std::string_view> texts) {
  if (!texts.empty()) Add(name, texts);
}

void MemberWriter::Json(std::string_view name, JsonText text) {
  if (text.empty()) return;
  Key(name);
  AppendValue(text);
}

void MemberWriter::Raw(std::string_view name, std::string_view json) {
  if (!json.empty()) Key(name).Raw(json);
}

void MemberWriter::Enumeration(std::span<const JsonText> values) {
  List("enum", values, [&](JsonText value) { AppendValue(value); });
}

void MemberWriter::ExternalDocs(const ExternalDocumentation* docs) {
  if (docs == nullptr) return;
  Key("externalDocs").BeginObject();
  Text("description", docs->description);
  Text("url", docs->url);
  EndObject();
}

void MemberWriter::AppendValue(JsonText text) {
  if (text.empty()) {
    Add(nullptr);
    return;
  }
  if (text.front() == '"') return AppendEscaped(text.substr(1, text.size() - 2));
  const base::Arena::Mark before = arena_.Here();
  const auto value = Parser(arena_).Parse(text);
  Add(value.ok() ? *value : Value());
  arena_.Rewind(before);
}

void MemberWriter::Rule(const ValidationRule& rule, const std::optional<std::string_view>& reason) {
  BeginObject();
  Text("fieldPath", rule.field_path);
  Text("message", rule.message);
  Text("messageExpression", rule.message_expression);
  Truth("optionalOldSelf", rule.optional_old_self);
  OptionalText("reason", reason);
  Add("rule", rule.rule).EndObject();
}

}  // namespace structural::crd
