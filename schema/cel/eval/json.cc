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

struct PrintedEntry {
  std::string key;
  std::string value;
};

// Prints one value, up to a maximum number of bytes.
class JsonPrinter {
 public:
  JsonPrinter(Context& context, std::size_t max_bytes) : context_(context), left_(max_bytes) {}

  bool exceeded() const { return exceeded_; }

  void Append(const Value& value, std::string& to) {
    exceeded_ = exceeded_ || !context_.CountNestedStep();
    if (exceeded_) return;
    const std::size_t before = to.size();
    AppendAny(value, to);
    if (!IsContainer(value)) Spend(to.size() - before);
  }

 private:
  static bool IsContainer(const Value& value) {
    return value.is(Kind::kList) || value.is(Kind::kMap) || value.is(Kind::kOptional);
  }

  void Spend(std::size_t bytes) {
    exceeded_ = exceeded_ || bytes > left_;
    if (!exceeded_) left_ -= bytes;
  }

  void AppendAny(const Value& value, std::string& to) {
    switch (value.kind()) {
      case Kind::kNull: to += "null"; return;
      case Kind::kBool: to += value.boolean() ? "true" : "false"; return;
      case Kind::kInt: to += std::to_string(value.integer()); return;
      case Kind::kUint: to += "{\"uint\":" + std::to_string(value.unsigned_integer()) + "}"; return;
      case Kind::kDouble: to += "{\"double\":" + DoubleAsJson(value.real()) + "}"; return;
      case Kind::kString: return base::AppendJsonString(value.text(), to);
      case Kind::kBytes: return AppendMember("bytes", go::EncodeBase64(value.text()), to);
      case Kind::kDuration: return AppendMember("duration", go::PrintDuration(value.duration()), to);
      case Kind::kTimestamp: {
        Timestamp utc = value.time();
        utc.offset_minutes = 0;
        return AppendMember("timestamp", go::FormatRfc3339Nano(utc), to);
      }
      case Kind::kType: return AppendMember("type", TypeName(value.type()), to);
      case Kind::kList: return AppendElements(value, to);
      case Kind::kMap: return AppendEntries(value, to);
      case Kind::kOptional: return AppendOptional(value, to);
      case Kind::kOpaque: return AppendMember(RuntimeTypeName(value), value.opaque().Print(), to);
      case Kind::kError: return AppendMember("error", value.text(), to);
    }
  }

  void AppendElements(const Value& list, std::string& to) {
    to += '[';
    ListIterator all(list, context_);
    Spend(2);
    for (Value element; !exceeded_ && all.Next(element);) {
      if (to.back() != '[') to += ',';
      Append(element, to);
    }
    to += ']';
  }

  std::vector<PrintedEntry> PrintEntries(const Value& map, bool& texts) {
    std::vector<PrintedEntry> entries;
    const std::int64_t size = MapSize(map);
    for (std::int64_t i = 0; i < size && !exceeded_; ++i) {
      const Value key = MapKey(map, i, context_);
      const bool unknown = key.is(Kind::kNull) && map.form() == Form::kHost;
      const auto value = unknown ? std::nullopt : MapFind(map, key, context_);
      if (!value) continue;
      texts = texts && key.is_string();
      entries.emplace_back();
      Append(key, entries.back().key);
      Append(*value, entries.back().value);
    }
    std::ranges::stable_sort(entries, {}, &PrintedEntry::key);
    return entries;
  }

  void AppendEntries(const Value& map, std::string& to) {
    bool texts = true;
    Spend(10);
    const auto entries = PrintEntries(map, texts);
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

  void AppendOptional(const Value& value, std::string& to) {
    Spend(14);
    to += "{\"optional\":";
    if (value.has_value()) {
      to += '[';
      Append(value.value(), to);
      to += ']';
    } else {
      to += "null";
    }
    to += '}';
  }

  Context& context_;
  std::size_t left_;
  bool exceeded_ = false;
};

}  // namespace

bool AppendValue(const Value& value, Context& context, std::string& to, std::size_t max_bytes) {
  JsonPrinter printer(context, max_bytes);
  printer.Append(value, to);
  return !printer.exceeded() && !context.stopped();
}

}  // namespace structural::cel::eval
