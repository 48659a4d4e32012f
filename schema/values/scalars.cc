#include "schema/values/scalars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "schema/base/utf8.h"
#include "schema/values/pattern_text.h"

namespace structural::values {
namespace {

using json::Value;

constexpr double kExact = 9007199254740992.0;  // every integer up to this one is exact as a double

// Returns a JSON number: an integer if `number` is exactly an integer, otherwise a double.
Value Number(double number) {
  const bool integral = std::floor(number) == number && std::fabs(number) <= kExact;
  return integral ? Value::Int(static_cast<std::int64_t>(number)) : Value::Double(number);
}

class NumberMaker {
 public:
  NumberMaker(const CombinedRequirements& combined, std::size_t count) : combined_(combined), count_(count) {}

  std::vector<Value> Make() {
    const double step = Step();
    const bool is_free =
        !combined_.lower || combined_.lower->value < 0 || (combined_.lower->value == 0 && !combined_.lower->exclusive);
    if (is_free && !(combined_.upper && combined_.upper->value < 0)) Series(0, step);
    if (combined_.lower) Series(Above(combined_.lower->value, step), step);
    if (combined_.upper) Series(Below(combined_.upper->value, step), -step);
    if (combined_.lower && combined_.upper && (combined_.types & kFractionType) != 0)
      Add((combined_.lower->value + combined_.upper->value) / 2);
    if (combined_.lower && (combined_.types & kFractionType) != 0) Add(combined_.lower->value + step / 2);
    return std::move(values_);
  }

 private:
  double Step() const {
    for (const double multiple : combined_.multiples) {
      if (multiple > 0) return multiple;
    }
    return 1;
  }
  // Above returns the smallest multiple of the step that is not below the bound. Below returns the greatest multiple
  // that is not above the bound.
  static double Above(double bound, double step) { return std::ceil(bound / step) * step; }
  static double Below(double bound, double step) { return std::floor(bound / step) * step; }

  void Series(double first, double step) {
    for (std::size_t i = 0; i < count_ + 1; ++i) Add(first + step * static_cast<double>(i));
  }
  void Add(double number) {
    if (std::isfinite(number)) values_.push_back(Number(number));
  }

  const CombinedRequirements& combined_;
  const std::size_t count_;
  std::vector<Value> values_;
};

std::vector<Value> NumberCandidates(const CombinedRequirements& combined, const ScalarOptions& options) {
  return NumberMaker(combined, options.count).Make();
}

// Texts in a format that servers check. `format` is the name of the format without dashes.
struct Samples {
  std::string_view format;
  std::array<std::string_view, 3> texts;
};

constexpr Samples kSamples[] = {
    {"bsonobjectid", {"507f1f77bcf86cd799439011", "507f1f77bcf86cd799439012", "507f1f77bcf86cd799439013"}},
    {"byte", {"YQ==", "Yg==", "Yw=="}},
    {"cidr", {"10.0.0.0/8", "192.168.0.0/16", "fd00::/8"}},
    {"creditcard", {"4111111111111111", "5555555555554444", "378282246310005"}},
    {"date", {"2000-01-01", "2000-01-02", "2000-01-03"}},
    {"datetime", {"2000-01-01T00:00:00Z", "2000-01-02T00:00:00Z", "2000-01-03T00:00:00Z"}},
    {"duration", {"1s", "1m", "1h"}},
    {"email", {"a@example.com", "b@example.com", "c@example.com"}},
    {"hexcolor", {"#000000", "#ffffff", "#ff0000"}},
    {"hostname", {"example.com", "a.example.com", "b.example.com"}},
    {"ipv4", {"10.0.0.1", "10.0.0.2", "10.0.0.3"}},
    {"ipv6", {"fd00::1", "fd00::2", "fd00::3"}},
    {"isbn", {"0306406152", "9780306406157", "0198526636"}},
    {"isbn10", {"0306406152", "0198526636", "0131103628"}},
    {"isbn13", {"9780306406157", "9780198526636", "9780131103627"}},
    {"k8slongname", {"example.com", "a", "b"}},
    {"k8sshortname", {"example", "a", "b"}},
    {"mac", {"00:00:5e:00:53:01", "00:00:5e:00:53:02", "00:00:5e:00:53:03"}},
    {"password", {"password", "a", "b"}},
    {"rgbcolor", {"rgb(0,0,0)", "rgb(1,1,1)", "rgb(2,2,2)"}},
    {"ssn", {"123-45-6789", "123-45-6780", "123-45-6781"}},
    {"uri", {"https://example.com", "https://example.com/a", "https://example.com/b"}},
    {"uuid",
     {"3d813cbb-47fb-32ba-91df-831e1593ac29", "9125a8dc-52ee-465b-a2b9-81f8a5b4e4c5",
      "6ba7b810-9dad-51d1-80b4-00c04fd430c8"}},
    {"uuid3",
     {"3d813cbb-47fb-32ba-91df-831e1593ac29", "5df41881-3aed-3515-88a7-2f4a814cf09e",
      "6fa459ea-ee8a-3ca4-894e-db77e160355e"}},
    {"uuid4",
     {"9125a8dc-52ee-465b-a2b9-81f8a5b4e4c5", "9125a8dc-52ee-465b-a2b9-81f8a5b4e4c6",
      "9125a8dc-52ee-465b-a2b9-81f8a5b4e4c7"}},
    {"uuid5",
     {"21f7f8de-8051-5b89-8680-0195ef798b6a", "886313e1-3b8a-5372-9b90-0c9aee199e5d",
      "6ba7b810-9dad-51d1-80b4-00c04fd430c8"}},
};

// Texts that patterns of published schemas often match.
constexpr std::string_view kWords[] = {
    "example",
    "string",
    "example.com",
    "a",
    "v1",
    "1",
    "1Gi",
    "10m",
    "10s",
    "1.0.0",
    "https://example.com",
    "10.0.0.1",
    "10.0.0.0/8",
    "/",
    "/a",
    "*",
    "http://example.com:80",
    "example.com/a",
    "A",
    "0",
};

class TextMaker {
 public:
  TextMaker(const CombinedRequirements& combined, const ScalarOptions& options, base::Arena& arena)
      : combined_(combined), options_(options), arena_(arena) {}

  std::vector<Value> Make() {
    Formats();
    if (combined_.patterns.empty()) {
      if (combined_.formats.empty()) Plain();
      return std::move(values_);
    }
    if (options_.readable) Words();
    const TextLengths lengths{Length(combined_.min_length), Length(combined_.max_length)};
    const std::size_t count = options_.count + (IsLong() ? 0 : kExtraCandidates);
    for (const std::string_view pattern : combined_.patterns) {
      if (!HasRoom(count)) break;
      for (const std::string& text : TextsOfPattern(pattern, lengths, count, options_.seed, Work())) Add(text);
    }
    Words();
    return std::move(values_);
  }

 private:
  // Number of additional candidates, because other requirements may refuse some of them.
  static constexpr std::size_t kExtraCandidates = 12;
  // Maximum length of a short text. Longer texts are charged to the budget, and only the needed ones are made.
  static constexpr std::size_t kShortText = 1024;

  bool IsLong() const { return Length(combined_.min_length) > kShortText; }

  // Charges the budget for `count` texts of minimum length, if these are long. Returns whether it has enough bytes.
  bool HasRoom(std::size_t count) const {
    if (options_.budget == nullptr || !IsLong()) return true;
    const std::size_t bytes = count * Length(combined_.min_length);
    return bytes <= options_.budget->bytes_left() || options_.budget->SpendBytes(bytes);
  }

  base::WorkBudget* Work() const { return options_.budget == nullptr ? nullptr : &options_.budget->work(); }

  static std::size_t Length(std::int64_t length) {
    return static_cast<std::size_t>(std::clamp<std::int64_t>(length, 0, 1 << 22));
  }

  void Formats() {
    for (const kubernetes::Format* format : combined_.formats) {
      const auto* samples = std::ranges::find(kSamples, format->name, &Samples::format);
      if (samples == std::end(kSamples)) continue;
      for (const std::string_view text : samples->texts) Add(text);
    }
  }

  void Words() {
    for (const std::string_view word : kWords) Add(word);
  }

  // Adds texts for a schema without a pattern or format.
  void Plain() {
    if (!options_.readable && combined_.min_length == 0) Add("");
    const std::size_t min = Length(combined_.min_length), max = Length(combined_.max_length);
    const std::size_t count = options_.count + (IsLong() ? 0 : 1);
    for (std::size_t i = 0; i < count && HasRoom(1); ++i) {
      std::string text = options_.readable ? "string" : "a";
      if (i > 0) text += std::to_string(i);
      while (text.size() < min) text.insert(0, std::min(text.size(), min - text.size()), 'a');
      if (text.size() > max) text = text.substr(text.size() - max);
      Add(text);
    }
  }

  void Add(std::string_view text) {
    if (options_.budget != nullptr && text.size() > kShortText && !options_.budget->SpendBytes(text.size())) return;
    values_.push_back(Value::String(arena_.Copy(text)));
  }

  const CombinedRequirements& combined_;
  const ScalarOptions& options_;
  base::Arena& arena_;
  std::vector<Value> values_;
};

}  // namespace

std::vector<Value> TextCandidates(const CombinedRequirements& combined, const ScalarOptions& options,
                                  base::Arena& arena) {
  return TextMaker(combined, options, arena).Make();
}

std::vector<Value> ScalarCandidates(const ValueRequirements& requirements, const CombinedRequirements& combined,
                                    const ScalarOptions& options, base::Arena& arena) {
  std::vector<Value> values = requirements.preferred;
  const auto append = [&](const auto& more) { values.insert(values.end(), more.begin(), more.end()); };
  for (const auto& enumeration : combined.enumerations) {
    for (const Value& value : enumeration) {
      if (!value.is_container()) values.push_back(value);
    }
  }
  if (!combined.enumerations.empty()) return values;
  if ((combined.types & (kIntegerType | kFractionType)) != 0 && combined.is_typed)
    append(NumberCandidates(combined, options));
  if ((combined.types & kStringType) != 0) append(TextCandidates(combined, options, arena));
  if ((combined.types & kBooleanType) != 0) append(std::array{Value::Bool(false), Value::Bool(true)});
  return values;
}

}  // namespace structural::values
