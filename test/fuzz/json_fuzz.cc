// Reads any text as JSON, and compares the result with that of nlohmann/json. The text is changed so that intended
// differences disappear: this project reads invalid UTF-8 and lone surrogates as U+FFFD, as Go does, and nlohmann
// refuses them. A byte order mark and a NUL are errors only in this project, which reads at most 10,000 nested levels.
// If the text can be read as a document, the size of its JSON, its marks and its memory are proportional to its length.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "document/document.h"
#include "document/reader.h"
#include "schema/base/utf8.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 512, .fixed_bytes = 1 << 20};

namespace {

using json::JsonReader;
using nlohmann::json;

struct Read {
  bool ok;
  std::string text;
};

Read With(std::string_view (JsonReader::*method)(), std::string_view text) {
  base::Arena arena;
  JsonReader in(text, arena);
  const std::string_view value = (in.*method)();
  return {in.AtEnd() && !in.has_unrepresentable_number(), std::string(value)};
}

bool IsSurrogateEscape(std::string_view text) {
  const auto hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  return text.size() >= 6 && text.starts_with("\\u") && (text[2] == 'd' || text[2] == 'D') &&
         std::string_view("89abcdefABCDEF").find(text[3]) != std::string_view::npos && hex(text[4]) && hex(text[5]);
}

// Returns a text with the same structure, but without the bytes and escapes that this project accepts, as Go does, and
// nlohmann/json refuses.
std::string Tamed(std::string_view text) {
  std::string tamed;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    const bool surrogate = IsSurrogateEscape(text);
    const std::size_t size = surrogate ? 6 : rune.size;
    tamed += surrogate ? "\\u0041" : rune.valid ? text.substr(0, size) : "?";
    text.remove_prefix(size);
  }
  return tamed;
}

bool TooDeep(const std::string& text) {
  // A text that is nested too deeply has at least this length: each level needs one byte to open and one to close.
  if (text.size() < 20000) return false;
  int depth = 0;
  const auto measure = [&](int at, json::parse_event_t, json&) {
    depth = std::max(depth, at);
    return true;
  };
  [[maybe_unused]] const json parsed = json::parse(text, measure, false);
  return depth >= 10000;
}

bool Expected(const std::string& text) {
  const bool differs = text.find('\0') != std::string::npos || text.starts_with("\xEF\xBB\xBF");
  return !differs && json::accept(text) && !TooDeep(text);
}

void CheckCost(std::string_view text) {
  const MemoryLimit memory(text.size());
  std::size_t end = 0;
  document::Cursor cursor(text);
  const auto read = document::ReadJson(text, &end, cursor);
  Require(end <= text.size(), "the value ends in the text");
  const auto* document = std::get_if<document::Document>(&read);
  if (document == nullptr) return;
  Require(document->json.size() <= document::kMaxJsonPerByte * end, "JSON is linear in the text");
  Require(document->marks.size() <= end, "marks are linear in the text");
}

bool Same(const structural::json::Value& value, const json& expected) {
  using Value = structural::json::Value;
  switch (value.kind()) {
    case Value::Kind::kNull: return expected.is_null();
    case Value::Kind::kBool: return expected == value.boolean();
    case Value::Kind::kInt: return expected == value.integer();
    case Value::Kind::kDouble: return expected == value.real();
    case Value::Kind::kString: return expected == value.text();
    case Value::Kind::kArray: return expected.is_array() && std::ranges::equal(value.elements(), expected, Same);
    case Value::Kind::kObject: break;
  }
  const auto same = [&](const structural::json::Member& member) {
    const auto other = expected.find(member.key);
    return other != expected.end() && Same(member.value, *other);
  };
  return expected.is_object() && expected.size() == value.members().size() &&
         std::ranges::all_of(value.members(), same);
}

void CheckValue(const std::string& text) {
  const json expected = json::parse(text);
  if (expected.is_string()) {
    Require(With(&JsonReader::String, text).text == expected.get<std::string>(), "string's value");
  }
  base::Arena arena;
  const auto value = structural::json::Parser(arena).Parse(text);
  Require(value.ok() && Same(*value, expected), "the value is the same");
}

}  // namespace

void Try(std::string_view raw) {
  const std::string tamed = Tamed(raw);
  const Read value = With(&JsonReader::ReadUndecoded, tamed);
  const Read skipped = With(&JsonReader::Skip, tamed);
  Require(value.ok == Expected(tamed), "both take it or neither");
  Require(!value.ok || (skipped.ok && skipped.text == value.text), "what can be read can be skipped");
  Require(With(&JsonReader::Skip, raw).ok == skipped.ok, "bad UTF-8 is no mistake");
  if (value.ok) CheckValue(tamed);
  CheckCost(raw);
}

}  // namespace structural::fuzz
