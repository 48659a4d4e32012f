#include "schema/go/regexp/automaton.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

namespace structural::go::regexp {
namespace {

// Minimum number of text bytes for each computed state. When the memory for states is full and fewer bytes were read,
// the automaton is too slow and disables itself.
constexpr std::uint64_t kMinBytesPerState = 16;
constexpr std::size_t kNode = 96;  // estimated bytes of an entry in states_ and in keys_
constexpr std::size_t kMaxStateBytes = Automaton::kMaxBytes / 32;
// Maximum number of instructions of a state that are sorted. Sorting avoids duplicate states. In larger states, sorting
// costs more than the duplicates.
constexpr std::size_t kMaxSortedInstructions = 64;

// Units of Threads::AddStateWork that a state costs in addition to its size: the allocation of its memory, and the
// deallocation when the pattern leaves the cache.
constexpr std::uint64_t kUnitsPerState = 48;

// Code point that represents all code points on which no assertion depends.
constexpr char32_t kPlain = 0xFFFD;

}  // namespace

std::size_t Automaton::MemoryBytes() const {
  return (symbols_ ? symbols_->MemoryBytes() : 0) + transitions_.capacity() * sizeof(State) + key_bytes_ +
         instructions_.capacity() * sizeof(std::uint32_t);
}

// Computes the symbols and the first state, if this is the first call. If the program has too many symbols, disables
// the automaton and returns false.
bool Automaton::ComputeSymbols(const Program& program) {
  if (symbols_) return true;
  symbols_ = Symbols::Compute(program);
  if (!symbols_) {
    Disable();
    return false;
  }
  row_size_ = symbols_->count() + 1;
  ResetStates();
  return true;
}

// Removes all states except the first one.
void Automaton::ResetStates() {
  states_.clear();
  key_bytes_ = 0;
  bytes_read_ = 0;
  // Reserves the first rows, so that no state has the same value as a constant such as kNoState.
  const std::size_t rows = kNoState / row_size_ + 1;
  transitions_.assign(rows * row_size_, kUnknown);
  keys_.assign(rows, nullptr);
  first_state_ = FindOrAddState(Key(1, kNoRune));
}

Automaton::State Automaton::Disable() {
  *this = Automaton();
  disabled_ = true;
  return kNoState;
}

std::optional<bool> Automaton::Search(const Program& program, std::string_view text, Threads& threads) {
  if (!disabled_ && !symbols_) threads.AddStateWork(program.code.size());
  if (disabled_ || !ComputeSymbols(program)) return std::nullopt;
  const char *at = text.data(), *end = at + text.size(), *counted = at;
  for (State state = first_state_;;) {
    const std::size_t symbol = at == end ? symbols_->count() : symbols_->Next(at, end);
    State next = transitions_[state + symbol];
    if (next == kUnknown) {
      bytes_read_ += at - counted;
      counted = at;
      next = ComputeNextState(program, state, symbol, threads);
    }
    if (next > kNoState) {
      state = next;
      continue;
    }
    if (next == kNoState) return std::nullopt;
    bytes_read_ += at - counted;
    return next == kMatched;
  }
}

// Computes and stores the state that follows the state `from` after `symbol`.
Automaton::State Automaton::ComputeNextState(const Program& program, State from, std::size_t symbol, Threads& threads) {
  const Key& key = *keys_[from / row_size_];
  threads.AddStateWork(kUnitsPerState + row_size_ + key.size());
  instructions_.assign(key.begin(), key.end() - 1);
  threads.Start(program);
  const char32_t next = symbol == symbols_->count() ? kNoRune : symbols_->Sample(symbol);
  const Step step = threads.Advance(program, instructions_, key.back(), next);
  threads.Trim();
  switch (step) {
    case Step::kMatched: return transitions_[from + symbol] = kMatched;
    case Step::kFailed: return transitions_[from + symbol] = kFailed;
    case Step::kContinue: break;
  }
  if (instructions_.size() <= kMaxSortedInstructions) std::ranges::sort(instructions_);
  Key found(instructions_.begin(), instructions_.end());
  found += RepresentativeOf(program, next);
  const std::size_t more = row_size_ * sizeof(State) + kNode + found.size() * sizeof(char32_t);
  if (more > kMaxStateBytes) return Disable();
  if (transitions_.size() * sizeof(State) + key_bytes_ + more > kMaxBytes) {
    if (bytes_read_ < kMinBytesPerState * states_.size()) return Disable();
    ResetStates();
    return FindOrAddState(std::move(found));
  }
  const State to = FindOrAddState(std::move(found));
  return transitions_[from + symbol] = to;
}

Automaton::State Automaton::FindOrAddState(Key key) {
  const auto [entry, added] = states_.try_emplace(std::move(key), static_cast<State>(transitions_.size()));
  if (!added) return entry->second;
  transitions_.resize(transitions_.size() + row_size_, kUnknown);
  keys_.push_back(&entry->first);
  key_bytes_ += kNode + entry->first.size() * sizeof(char32_t);
  return entry->second;
}

// Returns the code point that represents all code points that the program's assertions cannot distinguish from `rune`.
char32_t Automaton::RepresentativeOf(const Program& program, char32_t rune) const {
  if ((program.assertions & kAtBeginLine) != 0 && rune == '\n') return rune;
  const bool words = (program.assertions & (kAtWordBoundary | kAtNoWordBoundary)) != 0;
  return words && IsWordCharacter(rune) ? U'a' : kPlain;
}

namespace {

constexpr std::size_t kMaxStarts = 4096;
constexpr std::size_t kMaxWork = std::size_t{1} << 16;  // maximum total number of pieces that all calls of Split move

constexpr Range kNewline[] = {{'\n', '\n'}};
constexpr Range kWordRunes[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};

// Returns the code points for which the program has kRune instructions. Stops when the result has more than kMaxSymbols
// elements.
std::vector<Range> SingleRunes(const Program& program) {
  std::vector<Range> runes;
  std::array<bool, 128> ascii{};
  std::unordered_set<char32_t> others;
  for (const Instruction next : program.code) {
    if (next.kind() != Instruction::kRune) continue;
    const char32_t rune = next.argument();
    const bool known = rune < ascii.size() ? std::exchange(ascii[rune], true) : !others.insert(rune).second;
    if (!known) runes.push_back({rune, rune});
    if (runes.size() > Symbols::kMaxSymbols) break;
  }
  return runes;
}

// Groups the code points that a program treats alike. The program's sets are its kRune code points and its classes. A
// piece is a range of code points without the border of any set inside it. A group is a set of pieces. After Split was
// called for all sets, each set contains all code points of a group or none.
class Pieces {
 public:
  // Adds the borders of the ranges in `set`. Must be called for all sets before FinishStarts.
  void AddStarts(std::span<const Range> set) {
    for (const Range range : set) {
      starts_.push_back(range.first);
      if (range.last < kLastRune) starts_.push_back(range.last + 1);
    }
  }

  // Computes the pieces from all borders. Returns false if the number of pieces is too large.
  bool FinishStarts() {
    starts_.push_back(0);
    std::ranges::sort(starts_);
    starts_.erase(std::ranges::unique(starts_).begin(), starts_.end());
    groups_.assign(starts_.size(), 0);
    return starts_.size() <= kMaxStarts;
  }

  // Splits each group into the pieces inside the set and the pieces outside of the set. Returns false if all calls
  // together have moved more than kMaxWork pieces.
  bool Split(std::span<const Range> set) {
    moved_.assign(groups_count_, kNone);
    for (const Range range : set) {
      auto piece = std::ranges::lower_bound(starts_, range.first) - starts_.begin();
      for (; piece < std::ssize(starts_) && starts_[piece] <= range.last; ++piece) Move(piece);
    }
    return work_ <= kMaxWork;
  }

  const std::vector<char32_t>& starts() const { return starts_; }
  const std::vector<std::uint32_t>& groups() const { return groups_; }
  std::size_t groups_count() const { return groups_count_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  void Move(std::size_t piece) {
    ++work_;
    std::uint32_t& to = moved_[groups_[piece]];
    if (to == kNone) to = groups_count_++;
    groups_[piece] = to;
  }

  std::vector<char32_t> starts_;
  std::vector<std::uint32_t> groups_;  // group of each piece
  std::vector<std::uint32_t> moved_;   // for each group: the new group of its pieces that are in the set
  std::uint32_t groups_count_ = 1;
  std::size_t work_ = 0;
};

// Whether the program has assertions about the beginning or end of lines (Lines), or about word boundaries (Words).
bool Lines(const Program& program) { return (program.assertions & (kAtBeginLine | kAtEndLine)) != 0; }
bool Words(const Program& program) { return (program.assertions & (kAtWordBoundary | kAtNoWordBoundary)) != 0; }

bool Cut(const Program& program, Pieces& pieces) {
  const std::vector<Range> singles = SingleRunes(program);
  if (singles.size() > Symbols::kMaxSymbols || program.range_count > kMaxStarts) return false;
  pieces.AddStarts(singles);
  for (const auto& each : program.classes) pieces.AddStarts(each);
  if (Lines(program)) pieces.AddStarts(kNewline);
  if (Words(program)) pieces.AddStarts(kWordRunes);
  if (!pieces.FinishStarts()) return false;
  for (const Range& single : singles) {
    if (!pieces.Split({&single, 1})) return false;
  }
  for (const auto& each : program.classes) {
    if (!pieces.Split(each)) return false;
  }
  return (!Lines(program) || pieces.Split(kNewline)) && (!Words(program) || pieces.Split(kWordRunes));
}

}  // namespace

std::optional<Symbols> Symbols::Compute(const Program& program) {
  Pieces pieces;
  if (!Cut(program, pieces)) return std::nullopt;
  Symbols symbols;
  // The symbol of each group; kMaxSymbols: not assigned yet.
  std::vector<std::uint32_t> numbers(pieces.groups_count(), kMaxSymbols);
  for (std::size_t i = 0; i < pieces.starts().size(); ++i) {
    std::uint32_t& number = numbers[pieces.groups()[i]];
    if (number == kMaxSymbols) {
      if (symbols.count() == kMaxSymbols) return std::nullopt;
      number = static_cast<std::uint32_t>(symbols.count());
      symbols.samples_.push_back(pieces.starts()[i]);
    }
    if (!symbols.symbols_.empty() && symbols.symbols_.back() == number) continue;
    symbols.starts_.push_back(pieces.starts()[i]);
    symbols.symbols_.push_back(static_cast<std::uint8_t>(number));
  }
  for (char32_t rune = 0; rune < symbols.ascii_.size(); ++rune) {
    symbols.ascii_[rune] = static_cast<std::uint8_t>(symbols.Find(rune));
  }
  return symbols;
}

std::size_t Symbols::NextBeyondAscii(const char*& at, const char* end) const {
  const base::Rune rune = base::DecodeRune({at, end});
  at += rune.size;
  return Find(rune.value);
}

std::size_t Symbols::Find(char32_t rune) const {
  const auto next = std::ranges::upper_bound(starts_, rune);
  return symbols_[next - starts_.begin() - 1];
}

}  // namespace structural::go::regexp
