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
#include "schema/kubernetes/print.h"
#include "schema/merge/json_iterator.h"

namespace structural::merge {
namespace {

using Reason = UnreadableKey::Reason;

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

// Reads a set until the first error.
//
// Upstream: fieldpath/serialize.go readIterV1 (v6.4.2).
void ReadSet(JsonIterator& in, base::Arena& arena) {
  in.ReadMap([&](std::string_view key) {
    if (key == ".") {
      in.Read();
      return;
    }
    const auto element = ReadKeyText(key, arena);
    if (!element.ok()) {
      in.ReportError("parsing key as path element", element.error().message());
    } else if (!*element) {
      in.Read();
    } else {
      ReadSet(in, arena);
    }
  });
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

// Returns the error of structured-merge-diff v7 about the content of a key of fieldsV1: the list map keys of an item,
// or an item of a set.
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
  constexpr std::size_t kBlock = 4096;
  const std::string text = kubernetes::MarshalJson(fields);
  base::Arena arena;
  JsonIterator in(text, arena, kBlock);
  ReadSet(in, arena);
  return in.error();
}

}  // namespace structural::merge
