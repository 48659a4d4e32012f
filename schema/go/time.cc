#include "schema/go/time.h"

#include <algorithm>

#include "schema/base/hex.h"
#include "schema/base/utf8.h"
#include "schema/go/moment.h"

namespace structural::go {
namespace {

using base::IsDigit;

// Returns the text of a layout in Go: "2006-01-02" for kDate. The text is a prefix of the longest layout.
std::string_view TextOf(TimeLayout layout) {
  constexpr std::string_view kLayout = "2006-01-02T15:04:05Z07:00";
  constexpr std::size_t kSizes[] = {kLayout.size(), 19, 10};
  return kLayout.substr(0, kSizes[static_cast<int>(layout)]);
}

// Quotes a text like Go's package time, which escapes each non-ASCII byte.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte >= 0x80) {
      quoted += "\\x";
      base::AppendHex(byte, quoted);
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted += '"';
}

// Parses a text as a time in a layout, up to the first error. The functions return false after an error.
class TimeReader {
 public:
  TimeReader(std::string_view text, TimeLayout layout) : text_(text), rest_(text), layout_(layout) {}

  std::optional<std::string> Run();

  // Returns the parsed time. Precondition: Run() found no error.
  Moment moment() const {
    return {ToUnixSeconds(year_, month_, day_, hour_, minute_, second_) - offset_, nanoseconds_,
            static_cast<std::int16_t>(offset_ / 60)};
  }

 private:
  bool Literal(std::string_view literal);
  bool Date();
  bool Clock();
  bool Year();
  // Parses a number: two digits if `two` is true, one or two digits if it is false.
  bool Number(std::string_view element, bool two, std::string_view name, int min, int max, int* number);
  void Fraction();
  bool Zone();

  bool CannotParse(std::string_view value, std::string_view element) {
    error_ = "parsing time " + Quoted(text_) + " as " + Quoted(TextOf(layout_)) + ": cannot parse " + Quoted(value) +
             " as " + Quoted(element);
    return false;
  }
  bool Wrong(std::string_view what) {
    error_ = ("parsing time " + Quoted(text_) + ": ").append(what);
    return false;
  }
  bool HasDigit(std::size_t at) const { return at < rest_.size() && IsDigit(rest_[at]); }

  std::string_view text_, rest_;
  TimeLayout layout_;
  std::optional<std::string> error_;
  int year_ = 0, month_ = 0, day_ = 0, hour_ = 0, minute_ = 0, second_ = 0, nanoseconds_ = 0;
  int offset_ = 0;  // offset of the time zone in seconds east of UTC
};

bool TimeReader::Literal(std::string_view literal) {
  if (!rest_.starts_with(literal)) return CannotParse(rest_, literal);
  rest_.remove_prefix(literal.size());
  return true;
}

bool TimeReader::Year() {
  const std::string_view digits = rest_.substr(0, 4);
  if (digits.size() < 4 || !std::ranges::all_of(digits, IsDigit)) return CannotParse(rest_, "2006");
  for (const char c : digits) year_ = year_ * 10 + (c - '0');
  rest_.remove_prefix(4);
  return true;
}

bool TimeReader::Number(std::string_view element, bool two, std::string_view name, int min, int max, int* number) {
  const std::string_view before = rest_;
  if (!HasDigit(0) || (two && !HasDigit(1))) return CannotParse(before, element);
  const std::size_t size = HasDigit(1) ? 2 : 1;
  int value = 0;
  for (const char c : rest_.substr(0, size)) value = value * 10 + (c - '0');
  rest_.remove_prefix(size);
  *number = value;
  if (value >= min && value <= max) return true;
  return Wrong(std::string(name) + " out of range");
}

// Parses an optional fraction of a second: ".123" or ",123". Go accepts a fraction although the layout has none.
void TimeReader::Fraction() {
  if (rest_.empty() || (rest_[0] != '.' && rest_[0] != ',') || !HasDigit(1)) return;
  rest_.remove_prefix(1);
  for (int unit = 100'000'000; HasDigit(0); unit /= 10) {
    nanoseconds_ += (rest_[0] - '0') * unit;
    rest_.remove_prefix(1);
  }
}

bool TimeReader::Zone() {
  constexpr std::string_view kZone = "Z07:00";
  if (rest_.starts_with('Z')) {
    rest_.remove_prefix(1);
    return true;
  }
  const std::string_view before = rest_;
  if (rest_.size() < 6 || rest_[3] != ':') return CannotParse(before, kZone);
  const bool digits = HasDigit(1) && HasDigit(2) && HasDigit(4) && HasDigit(5);
  const bool signs = rest_[0] == '+' || rest_[0] == '-';
  const int hours = (rest_[1] - '0') * 10 + (rest_[2] - '0');
  const int minutes = (rest_[4] - '0') * 10 + (rest_[5] - '0');
  rest_.remove_prefix(6);
  const bool hours_read = IsDigit(before[1]) && IsDigit(before[2]);
  if (hours_read && hours > 24) return Wrong("time zone offset hour out of range");
  if (digits && minutes > 60) return Wrong("time zone offset minute out of range");
  if (!digits || !signs) return CannotParse(before, kZone);
  offset_ = (before[0] == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  return true;
}

bool TimeReader::Date() {
  return Year() && Literal("-") && Number("01", true, "month", 1, 12, &month_) && Literal("-") &&
         Number("02", true, "day", 0, 99, &day_);
}

bool TimeReader::Clock() {
  const bool read = Literal("T") && Number("15", false, "hour", 0, 23, &hour_) && Literal(":") &&
                    Number("04", true, "minute", 0, 59, &minute_) && Literal(":") &&
                    Number("05", true, "second", 0, 59, &second_);
  if (!read) return false;
  Fraction();
  return layout_ == TimeLayout::kLocalTime || Zone();
}

std::optional<std::string> TimeReader::Run() {
  if (!Date() || (layout_ != TimeLayout::kDate && !Clock())) return error_;
  if (!rest_.empty()) {
    Wrong("extra text: " + Quoted(rest_));
    return error_;
  }
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year_ % 4 == 0 && (year_ % 100 != 0 || year_ % 400 == 0);
  const int days = kDays[month_ - 1] + (month_ == 2 && leap ? 1 : 0);
  if (day_ < 1 || day_ > days) Wrong("day out of range");
  return error_;
}

std::optional<Moment> ParseAs(std::string_view text, TimeLayout layout) {
  TimeReader reader(text, layout);
  if (reader.Run()) return std::nullopt;
  return reader.moment();
}

}  // namespace

std::optional<Moment> ParseRfc3339(std::string_view text) { return ParseAs(text, TimeLayout::kRfc3339); }

std::optional<Moment> ParseDate(std::string_view text) { return ParseAs(text, TimeLayout::kDate); }

std::optional<std::string> NormalizeRfc3339(std::string_view text) {
  const auto moment = ParseRfc3339(text);
  if (!moment) return std::nullopt;
  if (SameMoment(*moment, {ToUnixSeconds(1, 1, 1, 0, 0, 0)})) return "";
  return FormatRfc3339Nano({moment->seconds});
}

std::optional<std::string> TimeParseError(std::string_view text, TimeLayout layout) {
  return TimeReader(text, layout).Run();
}

}  // namespace structural::go
