#include "cli/fix/pointer.h"

#include <algorithm>

namespace structural::cli {

std::string Unescaped(std::string_view token) {
  std::string key;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size();
    key += !escape ? token[i] : token[++i] == '1' ? '/' : '~';
  }
  return key;
}

std::string FieldPathOf(std::string_view pointer) {
  std::string path;
  bool of_properties = false;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    const std::string key = Unescaped(token);
    const bool index = token.find_first_not_of("0123456789") == token.npos;
    if (of_properties || index) {
      path.append("[").append(key).append("]");
    } else {
      path.append(path.empty() ? "" : ".").append(key);
    }
    of_properties = !of_properties && key == "properties";
  }
  return path;
}

}  // namespace structural::cli
