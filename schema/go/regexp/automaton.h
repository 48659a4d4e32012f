// A program as a deterministic automaton, whose states are computed when a text first reaches them.
//
// A state is the set of instructions that Threads has open at a position, and the kind of the previous code point, as
// far as the assertions depend on it. The states take at most kMaxBytes. When the limit is reached, all states are
// forgotten and computed again for the rest of the text. If the text needs new states nearly as fast as it is read, the
// automaton gives up, and the caller must use Threads instead.
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

// Classes of code points that a program cannot distinguish. Each class is one symbol: [a-z]+[0-9] has three.
class Symbols {
 public:
  static constexpr std::size_t kMax = 255;

  // Returns nullopt if there are more than kMax symbols, or if computing them takes too long.
  static std::optional<Symbols> Of(const go::regexp::Program& program);

  // Returns the number of symbols.
  std::size_t count() const { return samples_.size(); }
  // Returns a code point of the symbol.
  char32_t Sample(std::size_t symbol) const { return samples_[symbol]; }

  // Reads a code point, and returns its symbol. Bytes that are not UTF-8 are read as U+FFFD, as in Go.
  //
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
  std::vector<char32_t> starts_;       // first code points of runs of one symbol, ascending from 0
  std::vector<std::uint8_t> symbols_;  // the symbol of each element of starts_
  std::vector<char32_t> samples_;
};

// Not thread-safe.
class Automaton {
 public:
  // Maximum size of the states in bytes, without Symbols.
  static constexpr std::size_t kMaxBytes = std::size_t{128} << 10;

  Automaton() = default;
  Automaton(Automaton&&) = default;
  Automaton& operator=(Automaton&&) = default;

  // Whether the program matches anywhere in the text; nullopt if the automaton has given up, permanently.
  //
  // Cost: at most one Advance of `threads` for each code point, and one for the end of the text.
  //
  // Precondition: all calls have the same program.
  std::optional<bool> Search(const Program& program, std::string_view text, Threads& threads);

  // Returns the memory use in bytes.
  std::size_t Bytes() const;

 private:
  // A state is the index of its row in next_. The constants are not indexes of rows.
  using State = std::uint32_t;
  static constexpr State kUnknown = 0, kFailed = 1, kMatched = 2, kNoState = 3;

  // The instructions of the state, and the kind of the previous code point.
  using Key = std::u32string;

  bool Begin(const Program& program);
  State Find(const Program& program, State from, std::size_t symbol, Threads& threads);
  State StateOf(Key key);
  char32_t KindOf(const Program& program, char32_t rune) const;
  void Start();
  State Disable();

  std::optional<Symbols> symbols_;
  bool gave_up_ = false;
  State first_ = 0;
  std::size_t row_ = 0;      // elements per row: one for each symbol, and one for the end of the text
  std::vector<State> next_;  // the next state for each state and symbol
  std::unordered_map<Key, State> states_;
  std::vector<const Key*> keys_;  // the key of each state, by the number of its row: state / row_
  std::size_t key_bytes_ = 0;
  std::uint64_t read_ = 0;  // bytes of text since all states were forgotten
  std::vector<std::uint32_t> instructions_;
};

}  // namespace structural::go::regexp
