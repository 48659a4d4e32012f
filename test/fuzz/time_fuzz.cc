// Any text as a time: a normalised time is normalised.
#include "schema/api/go_time.h"
#include "test/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural;
  const auto time = api::NormalizeRfc3339(fuzz::Text(data, size));
  if (!time || time->empty()) return 0;
  fuzz::Require(time->size() >= 20 && time->ends_with('Z'), "in UTC, to the second");
  // Go writes some times that it does not read as the same: an offset may lead out of the years
  // that have four digits, and a fraction of the zero time's second is lost.
  if (time->size() > 20 || *time == "0001-01-01T00:00:00Z") return 0;
  const auto again = api::NormalizeRfc3339(*time);
  fuzz::Require(again == time, "twice is once");
  return 0;
}
