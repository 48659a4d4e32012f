#include "schema/merge/fields_error.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <ranges>
#include <string_view>

#include "schema/base/pointer.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::merge {
namespace {

using Reason = UnreadableKey::Reason;

// Returns the part of the text from `width` bytes before `at` to `width` bytes after `at`, as jsoniter's errors contain
// it.
std::string TextAround(std::string_view text, std::size_t at, std::size_t width) {
  const std::size_t begin = at < width ? 0 : at - width;
  return std::string(text.substr(begin, std::min(at + width, text.size()) - begin));
}

// Upstream: jsoniter iter.go Iterator.ReportError (v1.1.12).
std::string JsoniterError(std::string_view what, std::string_view text, std::size_t at) {
  return std::string(what) + ", error found in #" + std::to_string(std::min<std::size_t>(at, 10)) + " byte of ...|" +
         TextAround(text, at, 10) + "|..., bigger context ...|" + TextAround(text, at, 50) + "|...";
}

// Returns the text after the prefix of the key: `{"port":80}` of `k:{"port":80}`.
std::string_view ContentOf(const UnreadableKey& key) {
  return key.text.substr(std::min<std::size_t>(2, key.text.size()));
}

// Returns jsontext's error for JSON that is empty, or begins with a character that cannot begin a value; nullopt for
// other JSON.
std::optional<std::string> StartError(std::string_view text) {
  constexpr std::string_view kStarts = "\"{[-0123456789tfn";
  if (text.empty()) return "unexpected EOF";
  if (kStarts.find(text[0]) != kStarts.npos) return std::nullopt;
  const std::string_view first = text.substr(0, static_cast<std::size_t>(base::DecodeRune(text).size));
  return "invalid character '" + std::string(first) + "' at start of value";
}

// Returns the error of structured-merge-diff v6, which decodes with jsoniter. `text` is the JSON of fieldsV1.
std::string ErrorOfV6(std::string_view text, const UnreadableKey& key, const base::Error& found) {
  std::string written;
  base::AppendJsonString(key.text, written);
  const std::size_t place = text.find(written + ":");
  const std::size_t at = key.is_root || place == std::string::npos ? 0 : place + written.size() + 1;
  constexpr std::string_view kExpected = "expect { or n, but found ";
  if (key.reason == Reason::kValueIsNoObject)
    return JsoniterError("ReadMapCB: " + std::string(kExpected) + std::string(text.substr(at, 1)), text, at + 1);
  const std::string_view content = ContentOf(key);
  const bool keys = key.text.starts_with("k:");
  std::string what = found.message();
  const char first = content.empty() ? '\0' : content[0];
  if (keys && first != '{' && first != 'n') {
    what = JsoniterError("ReadObjectCB: " + std::string(kExpected) + first, content,
                         std::min<std::size_t>(1, content.size()));
  } else if (keys && first == '{' && content.substr(1, 1) != "\"") {
    const std::string next(1, content.size() > 1 ? content[1] : '\0');
    what = JsoniterError("ReadObjectCB: expect \" after {, but found " + next, content,
                         std::min<std::size_t>(2, content.size()));
  } else if (key.text.starts_with("v:") && StartError(content)) {
    what = JsoniterError("Read: unexpected value type: 0", content, 0);
  }
  return JsoniterError("parsing key as path element: " + what, text, at);
}

// Shortens a JSON pointer to about 100 bytes: "/a/…/…/z".
//
// Upstream: Go encoding/json/internal/jsonwire wire.go TruncatePointer (Go 1.27).
std::string TruncatedPointer(std::string_view pointer) {
  constexpr std::size_t kMax = 100;
  if (pointer.size() <= kMax) return std::string(pointer);
  std::size_t begin = kMax / 2, end = pointer.size() - kMax / 2;
  const std::size_t before = pointer.substr(0, begin).rfind('/'), after = pointer.find('/', end);
  if (before != pointer.npos && before > 0) begin = before;
  if (after != pointer.npos) end = after + 1;
  const auto continues = [&](std::size_t at) { return at < pointer.size() && (pointer[at] & 0xC0) == 0x80; };
  while (continues(begin)) --begin;
  while (continues(end)) ++end;
  const std::string_view hidden = pointer.substr(begin, end - begin);
  std::string middle = "…";
  for (auto steps = std::min<std::ptrdiff_t>(2, std::ranges::count(hidden, '/')); steps > 0; --steps) middle += "/…";
  constexpr std::string_view kDots = "…";
  if (hidden.starts_with('/') && middle != kDots) middle.erase(0, kDots.size());
  if (hidden.ends_with('/') && middle != kDots) middle.resize(middle.size() - kDots.size());
  return std::string(pointer.substr(0, begin)) + middle + std::string(pointer.substr(end));
}

// Returns the offset of the value of a member of fieldsV1 in the JSON of fieldsV1.
std::size_t OffsetOf(std::string_view key, const json::Value& fields) {
  std::string before = "{";
  for (const json::Member& member : fields.members()) {
    base::AppendJsonString(member.key, before);
    before += ':';
    if (member.key == key) break;
    json::AppendJson(member.value, before);
    before += ',';
  }
  return before.size();
}

// Returns the error of v7 about the content of a key of fieldsV1: the list map keys of an item, or an item of a set.
std::string ContentError(const UnreadableKey& key, const base::Error& found) {
  const std::string_view text = ContentOf(key);
  constexpr std::string_view kKeys = "json: cannot unmarshal into Go value.FieldList", kParsing = ": parsing JSON: ";
  if (key.reason == Reason::kKeysAreNoObject) return std::string(kKeys) + ": expected object";
  const bool keys = key.text.starts_with("k:");
  if (!keys && !key.text.starts_with("v:")) return found.message();
  if (const auto error = StartError(text)) {
    const bool is_wrapped = keys && !text.empty();
    return (is_wrapped ? std::string(kKeys).append(kParsing) : std::string()) + "jsontext: " + *error;
  }
  if (!keys || text[0] != '{' || text.substr(1, 1) == "\"") return found.message();
  const auto error = StartError(text.substr(1));
  if (!error) return found.message();
  return std::string(kKeys) + (text.size() == 1 ? " after offset 1" : "") + std::string(kParsing) +
         "jsontext: " + *error + " after offset 1";
}

// Returns the error of structured-merge-diff v7, which decodes with Go's encoding/json/v2. Go chooses between "cannot
// unmarshal" and "unable to unmarshal" at each start of a server.
//
// Upstream: Go encoding/json/v2 errors.go SemanticError.Error (Go 1.27).
std::string ErrorOfV7(const json::Value& fields, const UnreadableKey& key, const base::Error& found) {
  const bool is_value = key.reason == Reason::kValueIsNoObject;
  std::string pointer, sets;
  for (const std::string_view parent : std::views::reverse(key.parents)) {
    pointer += "/" + base::PointerToken(parent);
    sets += "parsing value as set: ";
  }
  if (!is_value || key.is_array) pointer += "/" + base::PointerToken(key.text);
  std::string message = "json: cannot unmarshal into Go fieldpath.setContentsV1";
  if (key.is_root) return message + ": expected object";
  if (!pointer.empty()) {
    message += " within " + base::Quote(TruncatedPointer(pointer));
  } else {
    message += " after offset " + std::to_string(OffsetOf(key.text, fields));
  }
  message += ": " + sets;
  if (is_value) return message + "parsing value as set: expected object";
  std::string what = ContentError(key, found);
  if (key.text.size() < 2 && what.ends_with(':')) what.pop_back();
  return message + "parsing key as path element: " + what;
}

}  // namespace

std::string DecodingError(const json::Value& fields, const UnreadableKey& key, const base::Error& found,
                          FieldsFormat format) {
  if (format == FieldsFormat::kV7) return ErrorOfV7(fields, key, found);
  std::string text;
  json::AppendJson(fields, text);
  return ErrorOfV6(text, key, found);
}

}  // namespace structural::merge
