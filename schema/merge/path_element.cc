#include "schema/merge/path_element.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "schema/base/quote.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/kubernetes/print.h"
#include "schema/merge/json_iterator.h"

namespace structural::merge {
namespace {

using base::ErrorCode;
using json::Member;
using json::Value;
using Kind = Value::Kind;

// Returns the position of a value's kind in the order of the kinds.
//
// Upstream: value/value.go CompareUsing.
int RankOf(const Value& value) {
  switch (value.kind()) {
    case Kind::kDouble: return 0;
    case Kind::kInt: return 1;
    case Kind::kString: return 2;
    case Kind::kBool: return 3;
    case Kind::kArray: return 4;
    case Kind::kObject: return 5;
    case Kind::kNull: return 6;
  }
  return 6;
}

template <typename T>
int ThreeWay(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

double NumberOf(const Value& value) {
  return value.kind() == Kind::kInt ? static_cast<double>(value.integer()) : value.real();
}

int CompareLists(std::span<const Value> a, std::span<const Value> b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (const int order = Compare(a[i], b[i])) return order;
  }
  return ThreeWay(a.size(), b.size());
}

// Compares two maps entry by entry, in the order of keys. Returns a negative number if `a` is less, 0 if the maps are
// equal, and otherwise a positive number. At the first key that only one map has, this map is less if the other one has
// further entries, and greater if it has none.
//
// Upstream: value/map.go MapCompareUsing.
int CompareMaps(std::span<const Member> a, std::span<const Member> b) {
  std::size_t i = 0, j = 0, count = 0;
  while (i < a.size() || j < b.size()) {
    if (count == a.size()) return -1;
    if (count == b.size()) return 1;
    ++count;
    if (i == a.size()) return 1;
    if (j == b.size()) return -1;
    const int keys = a[i].key.compare(b[j].key);
    if (keys != 0) return keys < 0 ? -1 : 1;
    if (const int order = Compare(a[i++].value, b[j++].value)) return order;
  }
  return 0;
}

int CompareKeys(std::span<const Member> a, std::span<const Member> b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (const int names = a[i].key.compare(b[i].key)) return names;
    if (const int values = Compare(a[i].value, b[i].value)) return values;
  }
  return ThreeWay(a.size(), b.size());
}

std::string TextOfValue(const Value& value) {
  switch (value.kind()) {
    case Kind::kNull: return "null";
    case Kind::kString: return base::Quote(value.text());
    case Kind::kArray: {
      std::string text = "[";
      for (const Value& item : value.elements()) {
        if (text.size() > 1) text += ',';
        text += TextOfValue(item);
      }
      return text + "]";
    }
    case Kind::kObject: {
      std::string text;
      for (const Member& member : value.members())
        text.append(member.key).append("=").append(TextOfValue(member.value));
      return text;
    }
    default: return kubernetes::Print(value);
  }
}

using Escapes = std::span<const std::pair<std::string_view, std::string_view>>;

// Returns the JSON text with other escapes in its strings. `escapes` has pairs: the escape in `text`, and the text that
// replaces it. `is_padded`: whether an exponent gets at least two digits, as in 1e-07.
std::string WithEscapes(std::string_view text, Escapes escapes, bool is_padded) {
  if (text.find('\\') == text.npos && (!is_padded || text.find("e-") == text.npos)) return std::string(text);
  std::string written;
  bool in_string = false;
  while (!text.empty()) {
    const auto escape =
        std::ranges::find_if(escapes, [&](const auto& each) { return in_string && text.starts_with(each.first); });
    const bool pads =
        is_padded && !in_string && text.starts_with("e-") && std::min(text.find_first_of(",]}"), text.size()) == 3;
    std::size_t size = 1;
    if (escape != escapes.end()) {
      written += escape->second;
      size = escape->first.size();
    } else if (pads) {
      written += "e-0";
      size = 2;
    } else {
      if (text[0] == '"') in_string = !in_string;
      size = text[0] == '\\' ? 2 : 1;
      written += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return written;
}

// Upstream: fieldpath/serialize-pe.go serializePathElementToWriter (v6.4.2).
std::string ValueText(const Value& value, FieldsFormat format) {
  if (format == FieldsFormat::kV6) {
    constexpr std::pair<std::string_view, std::string_view> kOfJsoniter[] = {{"\\b", "\\u0008"}, {"\\f", "\\u000c"}};
    return WithEscapes(kubernetes::MarshalJson(value), kOfJsoniter, true);
  }
  constexpr std::pair<std::string_view, std::string_view> kOfJsontext[] = {{"\\u2028", "\u2028"},
                                                                           {"\\u2029", "\u2029"}};
  std::string text;
  json::AppendJson(value, text);
  return WithEscapes(text, kOfJsontext, false);
}

base::Error Malformed(std::string reason) { return {ErrorCode::kInvalidInput, std::move(reason)}; }

// Reads the value of an item. v7 reads only JSON.
base::Result<std::optional<PathElement>> ReadItemText(std::string_view text, FieldsFormat format, base::Arena& arena) {
  if (format == FieldsFormat::kV7) {
    const auto value = json::Parser(arena).Parse(text);
    if (!value.ok()) return Malformed(value.error().message());
  }
  JsonIterator in(text, arena);
  const Value value = in.Read();
  in.ExpectEnd();
  if (in.failed()) return Malformed(in.error());
  return std::optional(PathElement::Item(value));
}

// Reads the keys of an item of a list map. Of a repeated name, keeps the last key; v6 keeps all of them.
base::Result<std::optional<PathElement>> ReadKeysText(std::string_view text, FieldsFormat format, base::Arena& arena) {
  if (format == FieldsFormat::kV7) {
    const auto value = json::Parser(arena).Parse(text);
    if (!value.ok()) return Malformed(value.error().message());
    if (!value->is_object() && !value->is_null()) return Malformed("expected an object");
  }
  JsonIterator in(text, arena);
  std::vector<Member> keys;
  in.ReadObject([&](std::string_view name) { keys.push_back({name, in.Read()}); });
  in.ExpectEnd();
  if (in.failed()) return Malformed(in.error());
  const auto sorted = arena.Copy(std::span<const Member>(keys));
  return std::optional(PathElement::Key(sorted.first(json::SortByKey(sorted))));
}

}  // namespace

int Compare(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (a.kind() == Kind::kInt && b.kind() == Kind::kInt) return ThreeWay(a.integer(), b.integer());
    return ThreeWay(NumberOf(a), NumberOf(b));
  }
  if (a.kind() != b.kind()) return ThreeWay(RankOf(a), RankOf(b));
  switch (a.kind()) {
    case Kind::kString: return a.text().compare(b.text());
    case Kind::kBool: return ThreeWay(a.boolean(), b.boolean());
    case Kind::kArray: return CompareLists(a.elements(), b.elements());
    case Kind::kObject: return CompareMaps(a.members(), b.members());
    default: return 0;
  }
}

int Compare(const PathElement& a, const PathElement& b) {
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  switch (a.kind) {
    case PathElement::Kind::kField: return a.value.text().compare(b.value.text());
    case PathElement::Kind::kKey: return CompareKeys(a.value.members(), b.value.members());
    default: return Compare(a.value, b.value);
  }
}

std::string Text(const PathElement& element) {
  switch (element.kind) {
    case PathElement::Kind::kField: return "." + std::string(element.name());
    case PathElement::Kind::kKey: {
      std::string text = "[";
      for (const Member& member : element.value.members()) {
        if (text.size() > 1) text += ',';
        text.append(member.key).append("=").append(TextOfValue(member.value));
      }
      return text + "]";
    }
    case PathElement::Kind::kValue: return "[=" + TextOfValue(element.value) + "]";
    case PathElement::Kind::kIndex: return "[" + std::to_string(element.value.integer()) + "]";
    case PathElement::Kind::kInvalid: break;
  }
  return "{{invalid path element}}";
}

std::string Text(Path path) {
  std::string text;
  for (const PathElement& element : path) text += Text(element);
  return text;
}

std::string KeyText(const PathElement& element, FieldsFormat format) {
  switch (element.kind) {
    case PathElement::Kind::kField: return "f:" + std::string(element.name());
    case PathElement::Kind::kKey: {
      std::string text = "k:{";
      for (const Member& member : element.value.members()) {
        if (text.size() > 3) text += ',';
        if (format == FieldsFormat::kV6) {
          base::AppendJsonString(member.key, text);  // without HTML escaping
        } else {
          text += ValueText(Value::String(member.key), format);
        }
        text.append(":").append(ValueText(member.value, format));
      }
      return text + "}";
    }
    case PathElement::Kind::kValue: return "v:" + ValueText(element.value, format);
    case PathElement::Kind::kIndex: return "i:" + std::to_string(element.value.integer());
    case PathElement::Kind::kInvalid: break;
  }
  return "";
}

base::Result<std::optional<PathElement>> ReadKeyText(std::string_view text, base::Arena& arena, FieldsFormat format) {
  if (text.size() < 2) return Malformed("key must be 2 characters long:");
  if (text[1] != ':') return Malformed("missing colon: " + std::string(text));
  switch (text[0]) {
    case 'f': return std::optional(PathElement::Field(text.substr(2)));
    case 'k': return ReadKeysText(text.substr(2), format, arena);
    case 'v': return ReadItemText(text.substr(2), format, arena);
    case 'i': {
      std::string_view digits = text.substr(2);
      if (digits.starts_with('+')) digits.remove_prefix(1);
      std::int64_t index = 0;
      const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
      if (failed != std::errc() || end != digits.data() + digits.size())
        return Malformed("strconv.Atoi: parsing " + base::Quote(text.substr(2)) + ": " +
                         (failed == std::errc::result_out_of_range ? "value out of range" : "invalid syntax"));
      return std::optional(PathElement::Index(index));
    }
    default: return std::optional<PathElement>();
  }
}

}  // namespace structural::merge
