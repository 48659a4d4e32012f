#include <cmath>
#include <limits>

#include "schema/values/scalars.h"

namespace structural::values {
namespace {

using json::Value;

constexpr double kExact = 9007199254740992.0;  // every integer up to this one is exact as a double

// Returns a JSON number: an integer if it is one exactly.
Value Number(double number) {
  const bool integral = std::floor(number) == number && std::fabs(number) <= kExact;
  return integral ? Value::Int(static_cast<std::int64_t>(number)) : Value::Double(number);
}

class NumberMaker {
 public:
  NumberMaker(const CombinedRequirements& facts, std::size_t count) : facts_(facts), count_(count) {}

  std::vector<Value> Make() {
    const double step = Step();
    const bool is_free =
        !facts_.lower || facts_.lower->value < 0 || (facts_.lower->value == 0 && !facts_.lower->exclusive);
    if (is_free && !(facts_.upper && facts_.upper->value < 0)) Series(0, step);
    if (facts_.lower) Series(Above(facts_.lower->value, step), step);
    if (facts_.upper) Series(Below(facts_.upper->value, step), -step);
    if (facts_.lower && facts_.upper && (facts_.types & kFractionType) != 0)
      Add((facts_.lower->value + facts_.upper->value) / 2);
    if (facts_.lower && (facts_.types & kFractionType) != 0) Add(facts_.lower->value + step / 2);
    return std::move(values_);
  }

 private:
  double Step() const {
    for (const double multiple : facts_.multiples) {
      if (multiple > 0) return multiple;
    }
    return 1;
  }
  // Above returns the smallest multiple of the step that is not below the bound, Below the greatest one not above it.
  static double Above(double bound, double step) { return std::ceil(bound / step) * step; }
  static double Below(double bound, double step) { return std::floor(bound / step) * step; }

  void Series(double first, double step) {
    for (std::size_t i = 0; i < count_ + 1; ++i) Add(first + step * static_cast<double>(i));
  }
  void Add(double number) {
    if (std::isfinite(number)) values_.push_back(Number(number));
  }

  const CombinedRequirements& facts_;
  const std::size_t count_;
  std::vector<Value> values_;
};

}  // namespace

std::vector<Value> NumberCandidates(const CombinedRequirements& facts, const ScalarOptions& options) {
  return NumberMaker(facts, options.count).Make();
}

}  // namespace structural::values
