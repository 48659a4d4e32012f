#include <algorithm>

#include "document/scalar.h"
#include "schema/base/utf8.h"

namespace structural::document {
namespace {

using base::IsDigit;

// Takes parts from the front of a text. After the first missing part, ok() stays false.
class Parts {
 public:
  explicit Parts(std::string_view rest) : rest_(rest) {}

  bool ok() const { return ok_; }
  bool AtEnd() const { return ok_ && rest_.empty(); }

  bool Take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void Want(char c) { ok_ = ok_ && Take(c); }

  // Takes between `least` and `most` digits, as many as possible.
  int Number(std::size_t least, std::size_t most) {
    std::size_t size = 0;
    int value = 0;
    while (size < most && size < rest_.size() && IsDigit(rest_[size])) {
      value = value * 10 + (rest_[size++] - '0');
    }
    rest_.remove_prefix(size);
    ok_ = ok_ && size >= least;
    return value;
  }
  void Within(int value, int least, int most) { ok_ = ok_ && value >= least && value <= most; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

int DaysIn(int month, int year) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

void ReadDate(Parts& in) {
  const int year = in.Number(4, 4);
  in.Want('-');
  const int month = in.Number(1, 2);
  in.Within(month, 1, 12);
  in.Want('-');
  const int day = in.Number(1, 2);
  in.Within(day, 1, DaysIn(month, year));
}

void ReadClock(Parts& in) {
  in.Within(in.Number(1, 2), 0, 23);
  in.Want(':');
  in.Within(in.Number(1, 2), 0, 59);
  in.Want(':');
  in.Within(in.Number(1, 2), 0, 59);
  if (in.Take('.') || in.Take(',')) in.Number(1, 1000);
}

void ReadZone(Parts& in) {
  if (in.Take('Z')) return;
  if (!in.Take('+')) in.Want('-');
  in.Within(in.Number(2, 2), 0, 24);
  in.Want(':');
  in.Within(in.Number(2, 2), 0, 60);
}

}  // namespace

bool IsTimestamp(std::string_view text) {
  Parts in(text);
  ReadDate(in);
  if (in.AtEnd()) return true;
  if (!in.ok()) return false;
  if (in.Take(' ')) {
    ReadClock(in);
    return in.AtEnd();
  }
  if (!in.Take('T')) in.Want('t');
  ReadClock(in);
  ReadZone(in);
  return in.AtEnd();
}

}  // namespace structural::document
