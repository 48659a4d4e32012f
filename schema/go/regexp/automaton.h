// Automaton executes a program as a deterministic finite automaton (DFA), whose states are computed when a text reaches
// them for the first time.
//
// A state represents a set of current instructions (as in Threads). If the program has assertions, it also represents
// the kind of the previous code point: newline, word character or other. The states use at most kMaxBytes. If this
// limit is reached, all states are removed, and the states for the rest of the text are computed again. If a text needs
// new states nearly as fast as it is read, the automaton disables itself, and the caller must use Threads instead.
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

// Divides all code points into classes. A program treats all code points of a class alike. Each class is a symbol. For
// example, [a-z]+[0-9] has three symbols: a to z, 0 to 9, and all other code points.
class Symbols {
 public:
  static constexpr std::size_t kMaxSymbols = 255;

  // Returns the symbols of a program; nullopt if the program has more than kMaxSymbols symbols, or if their computation
  // takes too long.
  static std::optional<Symbols> Compute(const go::regexp::Program& program);

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

  // Returns the memory use in bytes.
  std::size_t MemoryBytes() const {
    return sizeof *this + starts_.capacity() * sizeof(char32_t) + symbols_.capacity() +
           samples_.capacity() * sizeof(char32_t);
  }

 private:
  std::size_t NextBeyondAscii(const char*& at, const char* end) const;
  std::size_t Find(char32_t rune) const;

  std::array<std::uint8_t, 128> ascii_{};
  std::vector<char32_t> starts_;  // first code point of each run of code points with the same symbol, ascending from 0
  std::vector<std::uint8_t> symbols_;  // symbol of each run in starts_
  std::vector<char32_t> samples_;      // one code point of each symbol
};

// A DFA for one program. Not thread-safe.
class Automaton {
 public:
  // Maximum size of all states in bytes. Does not include the Symbols.
  static constexpr std::size_t kMaxBytes = std::size_t{128} << 10;

  Automaton() = default;
  Automaton(Automaton&&) = default;
  Automaton& operator=(Automaton&&) = default;

  // Returns whether the program matches anywhere in the text. Returns nullopt if the automaton has disabled itself;
  // then all later calls return nullopt, too.
  //
  // Cost: at most one Advance of `threads` for each code point, and one for the end of the text.
  //
  // Precondition: all calls are for the same program.
  std::optional<bool> Search(const Program& program, std::string_view text, Threads& threads);

  // Returns the memory use in bytes.
  std::size_t MemoryBytes() const;

 private:
  // The index in transitions_ at which the state's row begins. The constants below are not valid indexes of rows.
  using State = std::uint32_t;
  static constexpr State kUnknown = 0, kFailed = 1, kMatched = 2, kNoState = 3;

  // Identifies a state: the current instructions, followed by the representative of the previous code point.
  using Key = std::u32string;

  bool ComputeSymbols(const Program& program);
  State ComputeNextState(const Program& program, State from, std::size_t symbol, Threads& threads);
  State FindOrAddState(Key key);
  char32_t RepresentativeOf(const Program& program, char32_t rune) const;
  void ResetStates();
  State Disable();

  std::optional<Symbols> symbols_;
  bool disabled_ = false;
  State first_state_ = 0;
  std::size_t row_size_ = 0;        // number of elements of a row: one for each symbol, and one for the end of the text
  std::vector<State> transitions_;  // the next state, for each state (row) and symbol (column)
  std::unordered_map<Key, State> states_;
  std::vector<const Key*> keys_;  // key of each state; the index is state / row_size_
  std::size_t key_bytes_ = 0;
  std::uint64_t bytes_read_ = 0;  // bytes of text that were read since states were last removed
  std::vector<std::uint32_t> instructions_;
};

}  // namespace structural::go::regexp
