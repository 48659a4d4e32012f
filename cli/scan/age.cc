#include "cli/scan/age.h"

#include "kube/micro_time.h"

namespace structural::scan {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr days kYear{365};

// "2m10s": whole units, and what is left of them in the smaller one.
template <typename Large, typename Small>
std::string Both(seconds duration, Large large, const char* unit, Small, const char* small_unit) {
  const auto count = duration / large;
  const auto rest = std::chrono::floor<Small>(duration - count * large).count();
  return std::to_string(count) + unit + (rest == 0 ? "" : std::to_string(rest) + small_unit);
}

template <typename Unit>
std::string Whole(seconds duration, Unit unit, const char* name) {
  return std::to_string(duration / unit) + name;
}

}  // namespace

std::string HumanDuration(seconds duration) {
  if (duration < seconds(-1)) return "<invalid>";
  if (duration < seconds(0)) return "0s";
  if (duration < minutes(2)) return Whole(duration, seconds(1), "s");
  if (duration < minutes(10)) return Both(duration, minutes(1), "m", seconds(1), "s");
  if (duration < hours(3)) return Whole(duration, minutes(1), "m");
  if (duration < hours(8)) return Both(duration, hours(1), "h", minutes(1), "m");
  if (duration < hours(48)) return Whole(duration, hours(1), "h");
  if (duration < days(8)) return Both(duration, days(1), "d", hours(1), "h");
  if (duration < 2 * kYear) return Whole(duration, days(1), "d");
  if (duration < 8 * kYear) return Both(duration, kYear, "y", days(1), "d");
  return Whole(duration, kYear, "y");
}

std::string Age(std::string_view time, std::chrono::system_clock::time_point now) {
  const auto then = kube::ParseMicroTime(time);
  if (!then) return "-";
  return HumanDuration(std::chrono::floor<seconds>(now - *then));
}

}  // namespace structural::scan
