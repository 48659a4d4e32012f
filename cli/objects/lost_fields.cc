#include "cli/objects/lost_fields.h"

#include <algorithm>
#include <set>

namespace structural::cli {

std::string FieldPattern(std::string_view path) {
  std::string pattern;
  while (!path.empty()) {
    const auto open = path.find('[');
    pattern += path.substr(0, open);
    if (open == std::string_view::npos) break;
    path.remove_prefix(open + 1);
    const auto digits = std::min(path.find_first_not_of("0123456789"), path.size());
    const bool index = digits > 0 && path.substr(digits).starts_with(']');
    pattern += index ? "[*]" : "[";
    if (index) path.remove_prefix(digits + 1);
  }
  return pattern;
}

void LostFields::Add(std::string_view object, const std::vector<std::string>& paths) {
  ++objects_;
  if (paths.empty()) return;
  ++losing_;
  std::set<std::string> patterns;
  for (const std::string& path : paths) patterns.insert(FieldPattern(path));
  for (const std::string& pattern : patterns) {
    const auto found = fields_.find(pattern);
    if (found != fields_.end()) {
      ++found->second.objects;
    } else if (fields_.size() < kMostFields) {
      fields_[pattern] = {1, std::string(object)};
    } else {
      ++further_;
    }
  }
}

}  // namespace structural::cli
