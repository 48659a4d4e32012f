// Paths in a schema, as violations write them.
#pragma once

#include <string>
#include <string_view>

namespace structural::unions::kep {

inline std::string Below(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

inline std::string Indexed(const std::string& path, std::string_view index) {
  return path + "[" + std::string(index) + "]";
}

}  // namespace structural::unions::kep
