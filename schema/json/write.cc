#include "schema/json/write.h"

#include <charconv>
#include <cmath>

#include "schema/base/quote.h"

namespace structural::json {
namespace {

constexpr double kExactInteger = 1e15;

// Returns a number with an exponent: 1e+21 or 5e-324. The exponent has no leading zero. (Go's %e would write at least
// two digits.)
std::string WithExponent(double value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  std::string text(buffer, end);
  const auto exponent = text.find('e') + 2;
  if (text[exponent] == '0' && text[exponent - 1] == '-') text.erase(exponent, 1);
  return text;
}

// Returns the shortest digits that identify the value, and appends zeros up to the decimal point if needed. In
// contrast, std::to_chars in fixed notation prints all digits of a large value.
std::string Fixed(double value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  std::string text(buffer, end);
  const auto e = text.find('e');
  const int exponent = std::stoi(text.substr(e + 1));
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  std::string fixed = value < 0 || std::signbit(value) ? "-" : "";
  if (exponent < 0) return fixed + "0." + std::string(-exponent - 1, '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return fixed + digits + std::string(whole - digits.size(), '0');
  return fixed + digits.substr(0, whole) + "." + digits.substr(whole);
}

void AppendInt(std::int64_t value, std::string& to) {
  char buffer[24];
  to.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

void AppendDouble(double value, std::string& to) {
  const bool integral = std::trunc(value) == value && std::fabs(value) < kExactInteger;
  if (integral && !std::signbit(value)) return AppendInt(static_cast<std::int64_t>(value), to);
  to += FormatDouble(value);
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

std::string FormatDouble(double value) {
  const double size = std::fabs(value);
  return size != 0 && (size < 1e-6 || size >= 1e21) ? WithExponent(value) : Fixed(value);
}

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

void Writer::AppendCommaIfNeeded() {
  std::size_t end = output_.size();
  while (end > 0 && (output_[end - 1] == ' ' || output_[end - 1] == '\n')) --end;
  switch (end == 0 ? ',' : output_[end - 1]) {
    case '{':
    case '[':
    case ':':
    case ',': return;
    default: output_ += ',';  // a value is complete: none ends with one of the characters above
  }
}

Writer& Writer::Begin(char brace) {
  AppendCommaIfNeeded();
  output_ += brace;
  return *this;
}

Writer& Writer::End(char brace) {
  output_ += brace;
  return *this;
}

Writer& Writer::Key(std::string_view name) {
  AppendCommaIfNeeded();
  ((output_ += '"') += name) += "\":";
  return *this;
}

Writer& Writer::AnyKey(std::string_view name) {
  Add(name);
  output_ += ':';
  return *this;
}

Writer& Writer::Add(std::string_view text) {
  AppendCommaIfNeeded();
  base::AppendJsonString(text, output_);
  return *this;
}

Writer& Writer::Add(const Value& value) {
  AppendCommaIfNeeded();
  AppendJson(value, output_);
  return *this;
}

Writer& Writer::Raw(std::string_view json) {
  AppendCommaIfNeeded();
  output_ += json;
  return *this;
}

}  // namespace structural::json
