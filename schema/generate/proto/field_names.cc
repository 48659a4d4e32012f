#include "schema/generate/proto/field_names.h"

#include <algorithm>
#include <set>

#include "schema/base/ascii.h"

namespace structural::generate::proto {
namespace {

using base::IsDigit;
using base::IsLower;
using base::IsUpper;

std::string AsName(std::string_view property) {
  std::string name;
  for (const char c : property) name += IsLower(c) || IsUpper(c) || IsDigit(c) ? c : '_';
  if (name.empty() || !(IsLower(name.front()) || IsUpper(name.front()))) name.insert(0, "x");
  return name;
}

// What Protobuf compares names by.
std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name)
    if (c != '_') folded += static_cast<char>(IsUpper(c) ? c - 'A' + 'a' : c);
  return folded;
}

// Upstream: protobuf descriptor.cc ToJsonName (3.21.12).
std::string DefaultJsonName(std::string_view name) {
  std::string json;
  bool capitalize = false;
  for (const char c : name) {
    if (c != '_') json += static_cast<char>(capitalize && IsLower(c) ? c - 'a' + 'A' : c);
    capitalize = c == '_';
  }
  return json;
}

}  // namespace

bool CanBeJsonName(std::string_view property) {
  return !property.empty() && property.front() != '[' &&
         std::ranges::none_of(property, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

std::vector<std::string> FieldNames(const std::vector<std::string_view>& properties) {
  std::vector<std::string> names(properties.size());
  std::set<std::string> taken;
  for (const bool plain : {true, false}) {
    for (std::size_t i = 0; i < properties.size(); ++i) {
      const std::string as = AsName(properties[i]);
      if ((as == properties[i]) != plain) continue;
      names[i] = as;
      for (int number = 2; !taken.insert(Folded(names[i])).second; ++number)
        names[i] = as + "_" + std::to_string(number);
    }
  }
  return names;
}

std::string JsonNameOption(std::string_view field, std::string_view property) {
  if (DefaultJsonName(field) == property) return "";
  std::string option = " [json_name = \"";
  for (const char c : property) {
    if (c == '"' || c == '\\') option += '\\';
    option += c;
  }
  return option + "\"]";
}

}  // namespace structural::generate::proto
