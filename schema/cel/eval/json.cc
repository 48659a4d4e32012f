#include "schema/cel/eval/json.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "schema/base/quote.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/opaque.h"
#include "schema/go/base64.h"
#include "schema/json/write.h"

namespace structural::cel::eval {
namespace {

std::string DoubleAsJson(double value) {
  if (std::isnan(value)) return "\"NaN\"";
  if (std::isinf(value)) return value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
  return json::FormatDouble(value);
}

void AppendMember(std::string_view name, std::string_view text, std::string& to) {
  to += '{';
  base::AppendJsonString(name, to);
  to += ':';
  base::AppendJsonString(text, to);
  to += '}';
}

void AppendElements(const Value& list, Context& context, std::string& to) {
  to += '[';
  ListIterator all(list, context);
  for (Value element; all.Next(element);) {
    if (to.back() != '[') to += ',';
    AppendValue(element, context, to);
  }
  to += ']';
}

struct PrintedEntry {
  std::string key;
  std::string value;
};

std::vector<PrintedEntry> PrintEntries(const Value& map, Context& context, bool& texts) {
  std::vector<PrintedEntry> entries;
  const std::int64_t size = MapSize(map);
  for (std::int64_t i = 0; i < size; ++i) {
    const Value key = MapKey(map, i, context);
    const bool unknown = key.is(Kind::kNull) && map.form() == Form::kHost;
    const auto value = unknown ? std::nullopt : MapFind(map, key, context);
    if (!value) continue;
    texts = texts && key.is_string();
    entries.emplace_back();
    AppendValue(key, context, entries.back().key);
    AppendValue(*value, context, entries.back().value);
  }
  std::ranges::stable_sort(entries, {}, &PrintedEntry::key);
  return entries;
}

void AppendEntries(const Value& map, Context& context, std::string& to) {
  bool texts = true;
  const auto entries = PrintEntries(map, context, texts);
  to += texts ? "{\"map\":{" : "{\"entries\":[";
  for (const PrintedEntry& entry : entries) {
    if (&entry != entries.data()) to += ',';
    if (texts) {
      to += entry.key + ":" + entry.value;
    } else {
      to += "[" + entry.key + "," + entry.value + "]";
    }
  }
  to += texts ? "}}" : "]}";
}

void AppendOptional(const Value& value, Context& context, std::string& to) {
  to += "{\"optional\":";
  if (value.has_value()) {
    to += '[';
    AppendValue(value.value(), context, to);
    to += ']';
  } else {
    to += "null";
  }
  to += '}';
}

}  // namespace

void AppendValue(const Value& value, Context& context, std::string& to) {
  switch (value.kind()) {
    case Kind::kNull: to += "null"; return;
    case Kind::kBool: to += value.boolean() ? "true" : "false"; return;
    case Kind::kInt: to += std::to_string(value.integer()); return;
    case Kind::kUint: to += "{\"uint\":" + std::to_string(value.unsigned_integer()) + "}"; return;
    case Kind::kDouble: to += "{\"double\":" + DoubleAsJson(value.real()) + "}"; return;
    case Kind::kString: return base::AppendJsonString(value.text(), to);
    case Kind::kBytes: return AppendMember("bytes", go::EncodeBase64(value.text()), to);
    case Kind::kDuration:
      return AppendMember("duration", go::PrintDuration(value.duration()), to);
    case Kind::kTimestamp: {
      Timestamp utc = value.time();
      utc.offset = 0;
      return AppendMember("timestamp", go::FormatRfc3339Nano(utc), to);
    }
    case Kind::kType: return AppendMember("type", TypeName(value.type()), to);
    case Kind::kList: return AppendElements(value, context, to);
    case Kind::kMap: return AppendEntries(value, context, to);
    case Kind::kOptional: return AppendOptional(value, context, to);
    case Kind::kOpaque:
      return AppendMember(RuntimeTypeName(value), value.opaque().Print(), to);
    case Kind::kError: return AppendMember("error", value.text(), to);
  }
}

}  // namespace structural::cel::eval
