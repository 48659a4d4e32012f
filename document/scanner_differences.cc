#include "document/scanner_differences.h"

namespace structural::document {

bool HasSlashEscape(std::string_view source) {
  for (std::size_t at = 0; at + 1 < source.size(); ++at) {
    if (source[at] != '\\') continue;
    if (source[++at] == '/') return true;
  }
  return false;
}

}  // namespace structural::document
