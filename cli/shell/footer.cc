#include "cli/shell/footer.h"

#include <algorithm>
#include <string_view>

namespace structural::shell {
namespace {

constexpr std::string_view kHeading = "Examples:\n";

std::string Trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of('\n');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
}

}  // namespace

Footer SplitFooter(const std::string& footer) {
  const auto begin = footer.find(kHeading);
  if (begin == std::string::npos) return {{}, Trimmed(footer)};
  const auto examples = begin + kHeading.size();
  const auto end = std::min(footer.find("\n\n", examples), footer.size());
  return {Trimmed(footer.substr(examples, end - examples)),
          Trimmed(footer.substr(0, begin) + footer.substr(end))};
}

}  // namespace structural::shell
