#include "controller/selector.h"

#include <algorithm>

#include <fnmatch.h>

namespace structural::controller {
namespace {

bool MatchesAny(const std::vector<std::string>& patterns, const std::string& text) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
         });
}

}  // namespace

bool Selector::Matches(std::string_view crd_name) const {
  const auto dot = crd_name.find('.');
  const std::string group(dot == std::string_view::npos ? "" : crd_name.substr(dot + 1));
  return MatchesAny(names, std::string(crd_name)) && MatchesAny(groups, group);
}

}  // namespace structural::controller
