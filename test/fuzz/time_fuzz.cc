// Normalises any text as a time. Requires that a second normalisation changes nothing.
#include "schema/go/time.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 8, .fixed_bytes = 1 << 10};

void Try(std::string_view text) {
  const MemoryLimit memory(text.size());
  const auto time = go::NormalizeRfc3339(text);
  if (!time || time->empty()) return;
  Require(time->size() >= 20 && time->ends_with('Z'), "in UTC, to the second");
  // Two results are not normalised again, since this may change them, as in Go. One is a year without four digits, to
  // which an offset can lead. The other is the zero time, whose fraction of a second is lost.
  if (time->size() > 20 || *time == "0001-01-01T00:00:00Z") return;
  const auto again = go::NormalizeRfc3339(*time);
  Require(again == time, "twice is once");
}

}  // namespace structural::fuzz
