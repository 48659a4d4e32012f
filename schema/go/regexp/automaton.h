// Automaton executes a program as a deterministic finite automaton (DFA), whose states are computed when a text reaches
// them for the first time.
//
// A state represents a set of current instructions (as in Threads), and the previous code point, as far as the
// assertions depend on it. The states use at most kMaxBytes. If this limit is reached, all states are removed, and
// computed again for the rest of the text. If a text needs new states nearly as fast as it is read, the automaton
// disables itself, and the caller must use Threads instead.
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

// Divides all code points into classes that a program cannot distinguish. Each class is a symbol. For example,
// [a-z]+[0-9] has three symbols: letters, digits, and all other code points.
class Symbols {
 public:
  static constexpr std::size_t kMax = 255;

  // Returns the symbols of a program; nullopt if the program has more than kMax symbols, or if their computation takes
  // too long.
  static std::optional<Symbols> Of(const go::regexp::Program& program);

  // Returns the number of symbols.
  std::size_t count() const { return samples_.size(); }
  // Returns one of the code points that the symbol represents.
  char32_t Sample(std::size_t symbol) const { return samples_[symbol]; }

  // Reads a code point, advances `at`, and returns the code point's symbol. Bytes that are not UTF-8 are read as
  // U+FFFD, as in Go.
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
  std::vector<char32_t> starts_;  // first code point of each run of code points with the same symbol, ascending from 0
  std::vector<std::uint8_t> symbols_;  // symbol of each run in starts_
  std::vector<char32_t> samples_;
};

// A DFA for one program. Not thread-safe.
class Automaton {
 public:
  // Maximum size of all states in bytes. Does not include the Symbols.
  static constexpr std::size_t kMaxBytes = std::size_t{128} << 10;

  Automaton() = default;
  Automaton(Automaton&&) = default;
  Automaton& operator=(Automaton&&) = default;

  // Whether the program matches anywhere in the text. Returns nullopt if the automaton has disabled itself. It then
  // returns nullopt for all later calls, too.
  //
  // Cost: at most one Advance of `threads` for each code point, and one for the end of the text.
  //
  // Precondition: all calls are for the same program.
  std::optional<bool> Search(const Program& program, std::string_view text, Threads& threads);

  // Returns the memory use in bytes.
  std::size_t Bytes() const;

 private:
  // A state is identified by the index of its row in next_. The constants below are not valid indexes of rows.
  using State = std::uint32_t;
  static constexpr State kUnknown = 0, kFailed = 1, kMatched = 2, kNoState = 3;

  // Identifies a state: the kind of the previous code point (see KindOf), and the current instructions.
  using Key = std::u32string;

  bool Begin(const Program& program);
  State Find(const Program& program, State from, std::size_t symbol, Threads& threads);
  State StateOf(Key key);
  char32_t KindOf(const Program& program, char32_t rune) const;
  void Start();
  State Disable();

  std::optional<Symbols> symbols_;
  bool disabled_ = false;
  State first_ = 0;
  std::size_t row_ = 0;      // number of elements of a row: one for each symbol, and one for the end of the text
  std::vector<State> next_;  // the next state, for each state (row) and symbol (column)
  std::unordered_map<Key, State> states_;
  std::vector<const Key*> keys_;  // key of each state; the index is state / row_
  std::size_t key_bytes_ = 0;
  std::uint64_t read_ = 0;  // bytes of text that were read since all states were removed
  std::vector<std::uint32_t> instructions_;
};

}  // namespace structural::go::regexp
