#include "cli/report/rules/examples.h"

#include <algorithm>

namespace structural::rules {

const Example* FindExample(std::string_view rule) {
  const auto found = std::ranges::find(Examples(), rule, &Example::rule);
  return found == Examples().end() ? nullptr : &*found;
}

}  // namespace structural::rules
