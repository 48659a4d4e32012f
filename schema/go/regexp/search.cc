#include "schema/go/regexp/search.h"

#include "schema/base/utf8.h"

namespace structural::go::regexp {
namespace {

// The code point at the beginning, taken from the text; kNoRune at its end.
char32_t Take(std::string_view& text) {
  if (text.empty()) return kNoRune;
  const base::Rune rune = base::DecodeRune(text);
  text.remove_prefix(rune.size);
  return rune.value;
}

}  // namespace

bool Search(const Program& program, std::string_view text, Threads& threads) {
  std::vector<std::uint32_t> open;
  Step step = Step::kGoesOn;
  threads.Start(program);
  for (char32_t previous = kNoRune; step == Step::kGoesOn;) {
    const char32_t next = Take(text);
    step = threads.Advance(program, open, previous, next);
    previous = next;
  }
  threads.Trim();
  return step == Step::kMatched;
}

}  // namespace structural::go::regexp
