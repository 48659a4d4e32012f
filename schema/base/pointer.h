// JSON Pointers: /spec/versions/0/name.
//
// A token is a name or an index between two slashes. In a name, ~ is written as ~0, and / as ~1.
//
// Upstream: RFC 6901.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::base {

// Appends the token of `name`, without the slash before the token.
inline void AppendPointerToken(std::string_view name, std::string& to) {
  for (const char c : name) {
    if (c == '~' || c == '/') {
      to += c == '~' ? "~0" : "~1";
    } else {
      to += c;
    }
  }
}

inline std::string PointerToken(std::string_view name) {
  std::string token;
  AppendPointerToken(name, token);
  return token;
}

// Returns the pointer to a member or an element below `pointer`: ChildPointer("/a", "b/c") is "/a/b~1c".
inline std::string ChildPointer(std::string_view pointer, std::string_view name) {
  std::string below(pointer);
  below += '/';
  AppendPointerToken(name, below);
  return below;
}
inline std::string ChildPointer(std::string_view pointer, std::size_t index) {
  return std::string(pointer).append("/").append(std::to_string(index));
}

// Returns the name or index of a token, with ~0 and ~1 decoded; nullopt if a ~ is not followed by 0 or 1.
inline std::optional<std::string> NameOfPointerToken(std::string_view token) {
  std::string name;
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (token[at] != '~') {
      name += token[at];
    } else if (++at < token.size() && (token[at] == '0' || token[at] == '1')) {
      name += token[at] == '0' ? '~' : '/';
    } else {
      return std::nullopt;
    }
  }
  return name;
}

// Removes the first slash and token from `pointer`. Returns the token's name or index. Returns nullopt if `pointer`
// does not begin with a slash, or if the token is malformed.
inline std::optional<std::string> TakePointerToken(std::string_view& pointer) {
  if (!pointer.starts_with('/')) return std::nullopt;
  pointer.remove_prefix(1);
  const std::string_view token = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(token.size());
  return NameOfPointerToken(token);
}

// Returns the names and indexes of a pointer; nullopt if the text is not a JSON Pointer.
inline std::optional<std::vector<std::string>> ReadPointer(std::string_view pointer) {
  std::vector<std::string> names;
  while (!pointer.empty()) {
    auto name = TakePointerToken(pointer);
    if (!name) return std::nullopt;
    names.push_back(*std::move(name));
  }
  return names;
}

}  // namespace structural::base
