#include "schema/unions/kep/pointer.h"

#include <optional>
#include <string>

namespace structural::unions::kep {
namespace {

// The text of a part of the pointer; nothing where ~ stands for nothing.
std::optional<std::string> Unescaped(std::string_view part) {
  std::string text;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] != '~') {
      text += part[i];
      continue;
    }
    const char code = ++i < part.size() ? part[i] : '\0';
    if (code != '0' && code != '1') return std::nullopt;
    text += code == '0' ? '~' : '/';
  }
  return text;
}

// Takes the first part off. Precondition: it begins with a slash.
std::optional<std::string> TakePart(std::string_view& pointer) {
  const auto end = pointer.find('/', 1);
  const std::string_view part = pointer.substr(1, end == pointer.npos ? end : end - 1);
  pointer = end == pointer.npos ? std::string_view() : pointer.substr(end);
  return Unescaped(part);
}

bool IsJunctor(std::string_view key) {
  return key == "allOf" || key == "anyOf" || key == "oneOf" || key == "not";
}

}  // namespace

Pointed FindSchema(std::string_view pointer, json::Value& root) {
  json::Value* schema = &root;
  while (schema != nullptr && pointer.starts_with('/')) {
    const auto key = TakePart(pointer);
    if (!key) return {nullptr, false};
    if (IsJunctor(*key)) return {nullptr, true};
    if (*key == "properties" && pointer.starts_with('/')) {
      json::Value* properties = schema->Find(*key);
      const auto name = TakePart(pointer);
      schema = properties != nullptr && name ? properties->Find(*name) : nullptr;
    } else {
      const bool leads = *key == "items" || *key == "additionalProperties";
      schema = leads ? schema->Find(*key) : nullptr;
    }
  }
  const bool found = pointer.empty() && schema != nullptr && schema->is_object();
  return {found ? schema : nullptr, false};
}

}  // namespace structural::unions::kep
