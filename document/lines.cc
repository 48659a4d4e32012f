#include "document/lines.h"

namespace structural::document {

std::string_view Lines::operator[](std::uint32_t line) {
  if (begins_.empty()) {
    begins_.push_back(0);
    for (std::size_t at = text_.find('\n'); at != std::string_view::npos;
         at = text_.find('\n', at + 1)) {
      begins_.push_back(at + 1);
    }
  }
  if (line == 0 || line > begins_.size()) return {};
  const std::size_t begin = begins_[line - 1];
  std::string_view found = text_.substr(begin, text_.find('\n', begin) - begin);
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

}  // namespace structural::document
