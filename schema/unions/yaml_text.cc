#include "schema/unions/yaml_text.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::unions {
namespace {

bool IsAllowed(base::Rune rune) {
  const char32_t c = rune.value;
  if (!rune.valid || c == 0x7F || c == 0xFFFE || c == 0xFFFF) return false;
  return c < 0x80 || c == 0x85 || c >= 0xA0;
}

// Whether yaml.v2 knows the escape. `rest` is the text after its backslash.
bool IsKnownEscape(std::string_view rest) {
  if (rest.starts_with('/')) return false;
  const bool is_high = rest.size() > 2 && rest[0] == 'u' && (rest[1] == 'd' || rest[1] == 'D');
  return !is_high || rest[2] < '8';
}

}  // namespace

bool IsReadableAsYaml(std::string_view json) {
  while (!json.empty()) {
    if (json[0] == '\\') {
      json.remove_prefix(1);
      if (!IsKnownEscape(json)) return false;
      json.remove_prefix(std::min<std::size_t>(1, json.size()));
      continue;
    }
    const base::Rune rune = base::DecodeRune(json);
    if (!IsAllowed(rune)) return false;
    json.remove_prefix(rune.size);
  }
  return true;
}

}  // namespace structural::unions
