// A program as an automaton whose states are found when a text first leads to them.
//
// A state is what Threads has open at a place, and what the assertions have to know of the code
// point before. The states take at most kMostBytes: then they are all forgotten, and found again
// by the rest of the text. Where new ones come up nearly as fast as the text is read, the
// automaton gives up, and the program is to be followed by Threads alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/base/utf8.h"
#include "schema/go/regexp/program.h"
#include "schema/go/regexp/threads.h"

namespace structural::go::regexp {

// Code points that a program cannot tell apart are one symbol: [a-z]+[0-9] has three.
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

// Not thread-safe.
class Automaton {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{128} << 10;  // Symbols not included

  Automaton() = default;
  Automaton(Automaton&&) = default;
  Automaton& operator=(Automaton&&) = default;

  // Whether the program matches somewhere in the text; nullopt: it has given up, for good.
  //
  // Cost: at most an Advance of `threads` for each code point, and one for the end.
  //
  // Precondition: all calls are with one program.
  std::optional<bool> Search(const Program& program, std::string_view text, Threads& threads);

  // Memory that it takes.
  std::size_t Bytes() const;

 private:
  // States are numbered by where their row in next_ begins; the numbers below are no states.
  using State = std::uint32_t;
  static constexpr State kUnknown = 0, kFailed = 1, kMatched = 2, kNoState = 3;

  // The instructions, and the kind of the code point before.
  using Key = std::u32string;

  bool Begin(const Program& program);
  State Find(const Program& program, State from, std::size_t symbol, Threads& threads);
  State StateOf(Key key);
  char32_t KindOf(const Program& program, char32_t rune) const;
  void Start();
  State GiveUp();

  std::optional<Symbols> symbols_;
  bool gave_up_ = false;
  State first_ = 0;
  std::size_t row_ = 0;      // elements: one for each symbol, and the end of the text
  std::vector<State> next_;  // by state and symbol
  std::unordered_map<Key, State> states_;
  std::vector<const Key*> keys_;  // by state / row_
  std::size_t key_bytes_ = 0;
  std::uint64_t read_ = 0;  // bytes, since all states were forgotten
  std::vector<std::uint32_t> instructions_;
};

}  // namespace structural::go::regexp
