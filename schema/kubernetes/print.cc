#include "schema/kubernetes/print.h"

#include <charconv>
#include <cstdlib>

#include "schema/json/write.h"

namespace structural::kubernetes {
namespace {

using json::Member;
using json::Value;

// Smallest and largest exponents of numbers that Go's %v prints without an exponent. Other numbers are printed with an
// exponent of at least two digits.
constexpr int kLeastExponent = -4, kMaxExponent = 5;

void AppendPrinted(const Value& value, std::string& to);

void AppendElements(std::span<const Value> elements, std::string& to) {
  to += '[';
  for (const Value& element : elements) {
    if (&element != elements.data()) to += ' ';
    AppendPrinted(element, to);
  }
  to += ']';
}

void AppendMembers(std::span<const Member> members, std::string& to) {
  to += "map[";
  for (const Member& member : members) {
    if (&member != members.data()) to += ' ';
    to.append(member.key).append(":");
    AppendPrinted(member.value, to);
  }
  to += ']';
}

void AppendPrinted(const Value& value, std::string& to) {
  switch (value.kind()) {
    case Value::Kind::kNull: to += "<nil>"; return;
    case Value::Kind::kDouble: to += PrintFloat(value.real()); return;
    case Value::Kind::kString: to += value.text(); return;
    case Value::Kind::kArray: return AppendElements(value.elements(), to);
    case Value::Kind::kObject: return AppendMembers(value.members(), to);
    default: return AppendJson(value, to);
  }
}

}  // namespace

std::string PrintFloat(double value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  const std::string scientific(buffer, end);
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  const bool plain = exponent >= kLeastExponent && exponent <= kMaxExponent;
  return plain ? json::FormatDouble(value) : scientific;
}

std::string Print(const Value& value) {
  std::string text;
  AppendPrinted(value, text);
  return text;
}

// Escapes <, > and & after the JSON text is complete. These characters only occur in strings.
std::string MarshalJson(const Value& value) {
  std::string plain, escaped;
  AppendJson(value, plain);
  for (const char c : plain) {
    switch (c) {
      case '<': escaped += "\\u003c"; break;
      case '>': escaped += "\\u003e"; break;
      case '&': escaped += "\\u0026"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

}  // namespace structural::kubernetes
