#include "test/fuzz/cost.h"

#include <algorithm>
#include <ctime>
#include <limits>

namespace structural::fuzz {
namespace {

double CpuSeconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double SecondsOf(std::string_view input) {
  const double before = CpuSeconds();
  Try(input);
  return CpuSeconds() - before;
}

// Reports whether the text may contain a pattern with a repetition such as `x{1000}`, which costs a thousand times as
// much as its text. Time is not limited for such a text. The result is also true for escaped characters, which could be
// braces.
bool HasRepetition(std::string_view input) {
  for (auto at = input.find('{'); at != input.npos; at = input.find('{', at + 1)) {
    if (at + 1 < input.size() && input[at + 1] >= '0' && input[at + 1] <= '9') return true;
  }
  return input.find("\\u00") != input.npos || input.find("\\x") != input.npos;
}

// Ends the process if the input takes too long in each of three attempts. One attempt can be slow because the machine
// is busy.
void CheckTime(std::string_view input) {
  const double max = 1e-6 * static_cast<double>(kCost.microseconds_per_byte * input.size());
  double min = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    min = std::min(min, SecondsOf(input));
    if (min <= max + kCost.fixed_seconds) return;
  }
  if (HasRepetition(input)) return;
  std::fprintf(stderr, "%.2f s of %zu bytes\n", min, input.size());
  Require(false, "time is linear");
}

}  // namespace
}  // namespace structural::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural::fuzz;
  CheckTime(Text(data, size));
  return 0;
}
