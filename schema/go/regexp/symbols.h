// Code points that a program cannot tell apart are one symbol: [a-z]+[0-9] has three.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/utf8.h"
#include "schema/go/regexp/program.h"

namespace structural::go::regexp {

class Symbols {
 public:
  static constexpr std::size_t kMost = 255;

  // nullopt where there are more than kMost, or they take too long to find.
  static std::optional<Symbols> Of(const go::regexp::Program& program);

  // How many there are.
  std::size_t count() const { return samples_.size(); }
  // A code point that the symbol stands for.
  char32_t Sample(std::size_t symbol) const { return samples_[symbol]; }

  // Reads a code point; bytes that are not UTF-8 are U+FFFD, as for Go.
  // Precondition: at < end.
  std::size_t Next(const char*& at, const char* end) const {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte >= ascii_.size()) return NextBeyondAscii(at, end);
    ++at;
    return ascii_[byte];
  }

  std::size_t Bytes() const {
    return sizeof *this + starts_.capacity() * sizeof(char32_t) + symbols_.capacity() +
           samples_.capacity() * sizeof(char32_t);
  }

 private:
  std::size_t NextBeyondAscii(const char*& at, const char* end) const;
  std::size_t Find(char32_t rune) const;

  std::array<std::uint8_t, 128> ascii_{};
  std::vector<char32_t> starts_;       // where another symbol begins, ascending from 0
  std::vector<std::uint8_t> symbols_;  // beside starts_
  std::vector<char32_t> samples_;
};

}  // namespace structural::go::regexp
