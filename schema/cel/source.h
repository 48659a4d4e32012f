// The text of an expression, and the places in it as cel-go counts them: in code points, lines from
// 1, columns from 0.
//
// Upstream: cel-go common/source.go, common/location.go, common/ast SourceInfo (v0.29.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cel {

// A place as the number of code points before it.
using Offset = std::int32_t;

// No place in the text.
inline constexpr Offset kNowhere = -1;

struct Location {
  int line = -1;
  int column = -1;

  friend auto operator<=>(const Location&, const Location&) = default;
};

inline constexpr Location kNoLocation;

// Owns the text. Thread-safe, as it does not change.
class Source {
 public:
  // Bytes that are not UTF-8 become U+FFFD, as cel-go reads them.
  explicit Source(std::string_view text, std::string description = "<input>");

  const std::string& text() const { return text_; }
  const std::string& description() const { return description_; }

  // In code points.
  Offset size() const { return size_; }

  // The place of a code point. kNowhere is before the first one of line 1.
  Location Locate(Offset offset) const;

  // A line without its end; nullopt where there is none.
  std::optional<std::string_view> Line(int line) const;

 private:
  struct Start {
    Offset offset;
    std::size_t byte;
  };

  std::string text_;
  std::string description_;
  Offset size_ = 0;
  std::vector<Start> lines_;  // of the second line and those after it; the last one is the end
};

}  // namespace structural::cel
