#include "cli/scan/keys.h"

#include <algorithm>
#include <utility>

namespace structural::scan {
namespace {

constexpr std::pair<std::string_view, Scroll> kKeys[] = {
    {"\033[A", Scroll::kUp},      {"\033OA", Scroll::kUp},
    {"k", Scroll::kUp},           {"\033[B", Scroll::kDown},
    {"\033OB", Scroll::kDown},    {"j", Scroll::kDown},
    {"\033[5~", Scroll::kPageUp}, {"\033[6~", Scroll::kPageDown},
    {" ", Scroll::kPageDown},     {"\033[H", Scroll::kTop},
    {"g", Scroll::kTop},          {"\033[1~", Scroll::kTop},
    {"\033[F", Scroll::kBottom},  {"G", Scroll::kBottom},
    {"\033[4~", Scroll::kBottom}};

constexpr char kEscape = '\033';
constexpr std::size_t kLongestKey = 32;  // of a terminal that means well

// Bytes of the first key; 0: it has not come to its end.
std::size_t SizeOfKey(std::string_view text) {
  if (text.front() != kEscape) return 1;
  if (text.size() < 2) return 0;
  if (text[1] == 'O') return text.size() < 3 ? 0 : 3;
  if (text[1] != '[') return 1;  // the key Escape, and another
  const auto end =
      std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
  if (end != text.end()) return static_cast<std::size_t>(end - text.begin()) + 1;
  return text.size() < kLongestKey ? 0 : text.size();
}

}  // namespace

Keys::Typed Keys::Take(std::string_view bytes) {
  Typed typed;
  rest_ += bytes;
  std::string_view text = rest_;
  while (!text.empty() && !typed.quit) {
    const std::size_t size = SizeOfKey(text);
    if (size == 0) break;
    const std::string_view key = text.substr(0, size);
    typed.quit = key == "q" || key == "\003";
    for (const auto& [known, scroll] : kKeys) {
      if (key == known) typed.scrolls.push_back(scroll);
    }
    text.remove_prefix(size);
  }
  rest_ = std::string(text);
  return typed;
}

}  // namespace structural::scan
