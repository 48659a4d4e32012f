#include "schema/compare/error_path.h"

namespace structural::compare {

bool TakeStep(std::string_view& path, const Step& step) {
  if (path.starts_with('.')) path.remove_prefix(1);
  if (path.starts_with('[')) {
    const std::size_t end = path.find(']');
    if (end == path.npos) return false;
    const bool named = step.kind == Step::Kind::kName && path.substr(1, end - 1) != step.name;
    path.remove_prefix(end + 1);
    return !named;
  }
  const std::string_view name = path.substr(0, path.find_first_of(".[:"));
  if (name.empty() || step.kind == Step::Kind::kElement || (step.kind == Step::Kind::kName && name != step.name))
    return false;
  path.remove_prefix(name.size());
  return true;
}

bool IsBelow(std::string_view path, std::span<const Step> field) {
  for (const Step& step : field) {
    if (path.empty() || !TakeStep(path, step)) return false;
  }
  return true;
}

bool IsAbove(std::string_view path, std::span<const Step> field) {
  for (const Step& step : field) {
    if (path.empty()) return true;
    if (!TakeStep(path, step)) return false;
  }
  return path.empty();
}

}  // namespace structural::compare
