#include "schema/api/dump.h"

#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

#include "schema/base/quote.h"

namespace structural::api {
namespace {

using nlohmann::json;

using Texts = std::span<const std::string>;

void Append(const json& value, Texts texts, std::string& to);

void AppendObject(const json& object, Texts texts, std::string& to) {
  char separator = '{';
  for (const auto& [key, member] : object.items()) {
    to += std::exchange(separator, ',');
    base::AppendJsonString(key, to);
    to += ':';
    Append(member, texts, to);
  }
  to += object.empty() ? "{}" : "}";
}

void AppendArray(const json& array, Texts texts, std::string& to) {
  char separator = '[';
  for (const json& element : array) {
    to += std::exchange(separator, ',');
    Append(element, texts, to);
  }
  to += array.empty() ? "[]" : "]";
}

void Append(const json& value, Texts texts, std::string& to) {
  switch (value.type()) {
    case json::value_t::object: return AppendObject(value, texts, to);
    case json::value_t::array: return AppendArray(value, texts, to);
    case json::value_t::string:
      return base::AppendJsonString(value.get_ref<const std::string&>(), to);
    case json::value_t::binary: to += texts[value.get_binary().subtype()]; return;
    case json::value_t::number_float: to += FormatDouble(value.get<double>()); return;
    default: to += value.dump();
  }
}

// 1e+21, 5e-324: the exponent without leading zeros, as Go's %e has them from two digits on.
std::string WithExponent(double value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  std::string text(buffer, end);
  const auto exponent = text.find('e') + 2;
  if (text[exponent] == '0' && text[exponent - 1] == '-') text.erase(exponent, 1);
  return text;
}

// Shortest digits that read back as the value, filled up with zeros to the decimal point: other
// than std::to_chars in the fixed form, which prints all digits of a large value.
std::string Fixed(double value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
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

}  // namespace

std::string FormatDouble(double value) {
  const double size = std::fabs(value);
  return size != 0 && (size < 1e-6 || size >= 1e21) ? WithExponent(value) : Fixed(value);
}

std::string Dump(const json& value, Texts texts) {
  std::string text;
  Append(value, texts, text);
  return text;
}

}  // namespace structural::api
