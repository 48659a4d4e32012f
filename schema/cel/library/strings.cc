#include "schema/cel/library/strings.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/library/library.h"
#include "schema/go/space.h"

namespace structural::cel::library {
namespace {

// Returns the byte offset of the last occurrence of `part` that begins at or before the byte offset `last`, with the
// algorithm of Knuth, Morris and Pratt.
std::optional<std::size_t> FindLast(std::string_view text, std::string_view part, std::size_t last) {
  // border[i] is the length of the longest proper prefix of part[0..i] that is also a suffix of part[0..i].
  std::vector<std::uint32_t> border(part.size(), 0);
  for (std::size_t i = 1, length = 0; i < part.size(); ++i) {
    while (length > 0 && part[i] != part[length]) length = border[length - 1];
    if (part[i] == part[length]) ++length;
    border[i] = static_cast<std::uint32_t>(length);
  }
  std::optional<std::size_t> found;
  std::size_t length = 0;
  const std::size_t end = std::min(text.size(), last + part.size());
  for (std::size_t i = 0; i < end; ++i) {
    while (length > 0 && (length == part.size() || text[i] != part[length])) {
      length = border[length - 1];
    }
    if (text[i] == part[length]) ++length;
    if (length == part.size()) found = i + 1 - length;
  }
  return found;
}

// Returns the byte offset of the code point at `index`. If the text has `index` code points, returns its size in bytes;
// if it has fewer, returns nullopt. Each byte that is not UTF-8 is a code point, as in Go.
std::optional<std::size_t> OffsetOfRune(std::string_view text, std::int64_t index) {
  std::size_t at = 0;
  for (; index > 0; --index) {
    if (at == text.size()) return std::nullopt;
    const bool ascii = static_cast<unsigned char>(text[at]) < 0x80;
    at += ascii ? 1 : static_cast<std::size_t>(base::DecodeRune(text.substr(at)).size);
  }
  return at;
}

// IndexOf returns the index of the first occurrence of `part` at or after `offset`. LastIndexOf returns the index of
// the last occurrence at or before `offset`. Indexes and offsets are numbers of code points.
//
// Upstream: cel-go ext/strings.go indexOfOffset, lastIndexOfOffset (v0.29.2).
//
// Both return -1 if no such occurrence exists, and take time linear in both texts. Precondition: `offset` is not
// negative.
std::int64_t IndexOf(std::string_view text, std::string_view part, std::int64_t offset) {
  const auto from = OffsetOfRune(text, offset);
  if (part.empty()) return from ? offset : eval::CountRunes(text);
  if (!from) return -1;
  const std::string_view rest = text.substr(*from);
  const void* found = memmem(rest.data(), rest.size(), part.data(), part.size());
  if (found == nullptr) return -1;
  const auto before = static_cast<std::size_t>(static_cast<const char*>(found) - rest.data());
  return offset + eval::CountRunes(rest.substr(0, before));
}

std::int64_t LastIndexOf(std::string_view text, std::string_view part, std::int64_t offset) {
  const auto last = OffsetOfRune(text, offset);
  if (part.empty()) return last ? offset : eval::CountRunes(text);
  if (!last || *last == text.size()) return -1;
  const auto found = FindLast(text, part, *last);
  return found ? eval::CountRunes(text.substr(0, *found)) : -1;
}

using eval::Kind;

Value OutOfRange(std::int64_t index, Context& context) {
  return context.Fail({"index out of range: ", std::to_string(index)});
}

Value CharAt(Arguments arguments, Context& context) {
  const std::string_view text = arguments[0].text();
  const std::int64_t index = arguments[1].integer();
  const auto at = index < 0 ? std::nullopt : OffsetOfRune(text, index);
  if (!at) return OutOfRange(index, context);
  const std::string_view rest = text.substr(*at);
  if (rest.empty()) return Value::String("");
  return Value::String(rest.substr(0, static_cast<std::size_t>(base::DecodeRune(rest).size)));
}

Value IndexOfText(Arguments arguments, Context& context) {
  const std::int64_t offset = arguments.size() > 2 ? arguments[2].integer() : 0;
  if (offset < 0) return OutOfRange(offset, context);
  return Value::Int(IndexOf(arguments[0].text(), arguments[1].text(), offset));
}

Value LastIndexOfText(Arguments arguments, Context& context) {
  const std::string_view text = arguments[0].text(), part = arguments[1].text();
  if (arguments.size() > 2) {
    const std::int64_t offset = arguments[2].integer();
    if (offset < 0) return OutOfRange(offset, context);
    return Value::Int(LastIndexOf(text, part, offset));
  }
  if (part.empty()) return Value::Int(eval::CountRunes(text));
  if (text.size() < part.size()) return Value::Int(-1);
  return Value::Int(LastIndexOf(text, part, eval::CountRunes(text) - 1));
}

template <char (*kChange)(char)>
Value ChangeAscii(Arguments arguments, Context& context) {
  std::string text(arguments[0].text());
  std::ranges::transform(text, text.begin(), kChange);
  return context.String(text);
}

// Returns the byte offset of the first occurrence of `part`; npos if the text does not contain it. An empty part is
// found after the first code point.
std::size_t FindPart(std::string_view text, std::string_view part) {
  if (part.empty()) {
    return text.empty() ? text.npos : static_cast<std::size_t>(base::DecodeRune(text).size);
  }
  const void* found = memmem(text.data(), text.size(), part.data(), part.size());
  if (found == nullptr) return text.npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// Upstream: Go strings.Replace (Go 1.26).
Value Replace(Arguments arguments, Context& context) {
  std::string_view rest = arguments[0].text();
  const std::string_view old = arguments[1].text(), with = arguments[2].text();
  std::int64_t max = arguments.size() > 3 ? arguments[3].integer() : -1;
  if (old == with || max == 0) return arguments[0];
  std::string text;
  if (old.empty()) {
    text += with;
    --max;
  }
  for (; max != 0; --max) {
    const std::size_t at = FindPart(rest, old);
    if (at == rest.npos) break;
    text.append(rest.substr(0, at)).append(with);
    rest.remove_prefix(at + old.size());
    if (text.size() > kMaxTextBytes) return Value::Error(kTextTooLong);
  }
  return context.String(text.append(rest));
}

// Upstream: Go strings.SplitN, explode (Go 1.26).
Value Split(Arguments arguments, Context& context) {
  std::string_view rest = arguments[0].text();
  const std::string_view separator = arguments[1].text();
  const std::int64_t max = arguments.size() > 2 ? arguments[2].integer() : -1;
  std::vector<Value> parts;
  if (max == 0 || (separator.empty() && rest.empty())) return context.List(parts);
  while (static_cast<std::int64_t>(parts.size()) + 1 != max) {
    const std::size_t at = FindPart(rest, separator);
    if (at == rest.npos || (separator.empty() && at == rest.size())) break;
    parts.push_back(Value::String(rest.substr(0, at)));
    rest.remove_prefix(at + separator.size());
  }
  parts.push_back(Value::String(rest));
  return context.List(parts);
}

Value Substring(Arguments arguments, Context& context) {
  const std::string_view text = arguments[0].text();
  const std::int64_t start = arguments[1].integer();
  const bool whole = arguments.size() == 2;
  if (!whole && start > arguments[2].integer()) {
    return context.Fail(
        {"invalid substring range. start: ", std::to_string(start), ", end: ", std::to_string(arguments[2].integer())});
  }
  const auto begin = start < 0 ? std::nullopt : OffsetOfRune(text, start);
  if (!begin) return OutOfRange(start, context);
  const std::string_view rest = text.substr(*begin);
  if (whole) return Value::String(rest);
  const auto size = OffsetOfRune(rest, arguments[2].integer() - start);
  if (!size) return OutOfRange(arguments[2].integer(), context);
  return Value::String(rest.substr(0, *size));
}

Value Trim(Arguments arguments, Context&) { return Value::String(go::TrimSpace(arguments[0].text())); }

Value QuoteString(Arguments arguments, Context& context) {
  constexpr std::string_view kSpecial = "\a\b\f\n\r\t\v\\\"", kLetters = "abfnrtv\\\"";
  std::string quoted = "\"";
  for (const char c : arguments[0].text()) {
    const auto special = kSpecial.find(c);
    if (special == kSpecial.npos) {
      quoted += c;
    } else {
      (quoted += '\\') += kLetters[special];
    }
  }
  return context.String(quoted += '"');
}

Value Join(Arguments arguments, Context& context) {
  const std::string_view separator = arguments.size() > 1 ? arguments[1].text() : "";
  std::string text;
  bool first = true;
  eval::ListIterator parts(arguments[0], context);
  for (Value part; parts.Next(part); first = false) {
    if (!first) text += separator;
    if (!part.is_string()) {
      return context.Fail({"join: invalid input: ", eval::Print(part, context)});
    }
    text += part.text();
    if (text.size() > kMaxTextBytes) return Value::Error(kTextTooLong);
  }
  return context.String(text);
}

CallCost CostOfJoin(std::string_view, Arguments, const Value& result, Context&) {
  return eval::TraversalCost(2 * eval::ActualSize(result));
}

constexpr eval::Implementation kStringRows[] = {
    {.overload = "string_char_at_int", .run = CharAt},
    {.overload = "string_index_of_string", .run = IndexOfText},
    {.overload = "string_index_of_string_int", .run = IndexOfText},
    {.overload = "string_last_index_of_string", .run = LastIndexOfText},
    {.overload = "string_last_index_of_string_int", .run = LastIndexOfText},
    {.overload = "string_lower_ascii", .run = ChangeAscii<base::ToLowerAscii>},
    {.overload = "string_upper_ascii", .run = ChangeAscii<base::ToUpperAscii>},
    {.overload = "string_replace_string_string", .run = Replace},
    {.overload = "string_replace_string_string_int", .run = Replace},
    {.overload = "string_split_string", .run = Split},
    {.overload = "string_split_string_int", .run = Split},
    {.overload = "string_substring_int", .run = Substring},
    {.overload = "string_substring_int_int", .run = Substring},
    {.overload = "string_trim", .run = Trim},
    {.overload = "string_format", .run = FormatString, .stops_at_first_error = true},
    {.overload = "strings_quote", .run = QuoteString},
    {.overload = "list_join", .run = Join},
    {.overload = "list_join_string", .run = Join},
};

constexpr eval::FunctionCost kStringCosts[] = {
    {"lowerAscii", CostOfReading}, {"upperAscii", CostOfReading},   {"substring", CostOfReading},
    {"trim", CostOfReading},       {"replace", CostOfReadingTwice}, {"split", CostOfReadingTwice},
    {"join", CostOfJoin},
};

}  // namespace

const eval::Library kStrings = {kStringRows, kStringCosts};

}  // namespace structural::cel::library
