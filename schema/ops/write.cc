#include "schema/ops/write.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "schema/api/dump.h"
#include "schema/base/quote.h"

namespace structural::ops {
namespace {

constexpr double kExactInteger = 1e15;

void AppendInt(std::int64_t value, std::string& to) {
  char buffer[24];
  to.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

void AppendDouble(double value, std::string& to) {
  const bool integral = std::trunc(value) == value && std::fabs(value) < kExactInteger;
  if (integral && !std::signbit(value)) return AppendInt(static_cast<std::int64_t>(value), to);
  to += api::FormatDouble(value);
}

void AppendArray(std::span<const Value> elements, std::string& to) {
  char separator = '[';
  for (const Value& element : elements) {
    to += std::exchange(separator, ',');
    AppendJson(element, to);
  }
  to += elements.empty() ? "[]" : "]";
}

void AppendObject(std::span<const Member> members, std::string& to) {
  char separator = '{';
  for (const Member& member : members) {
    to += std::exchange(separator, ',');
    base::AppendJsonString(member.key, to);
    to += ':';
    AppendJson(member.value, to);
  }
  to += members.empty() ? "{}" : "}";
}

}  // namespace

void AppendJson(const Value& value, std::string& to) {
  switch (value.kind()) {
    case Value::Kind::kNull: to += "null"; return;
    case Value::Kind::kBool: to += value.boolean() ? "true" : "false"; return;
    case Value::Kind::kInt: return AppendInt(value.integer(), to);
    case Value::Kind::kDouble: return AppendDouble(value.real(), to);
    case Value::Kind::kString: return base::AppendJsonString(value.text(), to);
    case Value::Kind::kArray: return AppendArray(value.elements(), to);
    case Value::Kind::kObject: return AppendObject(value.members(), to);
  }
}

}  // namespace structural::ops
