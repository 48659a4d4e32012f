#include "schema/go/regexp/automaton.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

namespace structural::go::regexp {
namespace {

// Bytes of text per state that must be read before all states may be forgotten. If fewer were read, the automaton gives
// up.
constexpr std::uint64_t kMinBytesPerState = 16;
constexpr std::size_t kNode = 96;  // bytes of an entry in states_, and in keys_
constexpr std::size_t kMaxStateBytes = Automaton::kMaxBytes / 32;
// In programs with more instructions, states are not sorted: sorting would cost more than the duplicate states do.
constexpr std::size_t kMaxSortedInstructions = 64;

// The code point that represents all code points that no assertion depends on.
constexpr char32_t kPlain = 0xFFFD;

}  // namespace

std::size_t Automaton::Bytes() const {
  return (symbols_ ? symbols_->Bytes() : 0) + next_.capacity() * sizeof(State) + key_bytes_ +
         instructions_.capacity() * sizeof(std::uint32_t);
}

// Returns false if the automaton gives up at once.
bool Automaton::Begin(const Program& program) {
  if (symbols_) return true;
  symbols_ = Symbols::Of(program);
  if (!symbols_) {
    Disable();
    return false;
  }
  row_ = symbols_->count() + 1;
  Start();
  return true;
}

// Forgets all states except the first.
void Automaton::Start() {
  states_.clear();
  key_bytes_ = 0;
  read_ = 0;
  // The first rows stay empty, so that the index of no state equals a constant such as kNoState.
  const std::size_t rows = kNoState / row_ + 1;
  next_.assign(rows * row_, kUnknown);
  keys_.assign(rows, nullptr);
  first_ = StateOf(Key(1, kNoRune));
}

Automaton::State Automaton::Disable() {
  *this = Automaton();
  gave_up_ = true;
  return kNoState;
}

std::optional<bool> Automaton::Search(const Program& program, std::string_view text, Threads& threads) {
  if (gave_up_ || !Begin(program)) return std::nullopt;
  const char *at = text.data(), *end = at + text.size(), *counted = at;
  for (State state = first_;;) {
    const std::size_t symbol = at == end ? symbols_->count() : symbols_->Next(at, end);
    State next = next_[state + symbol];
    if (next == kUnknown) {
      read_ += at - counted;
      counted = at;
      next = Find(program, state, symbol, threads);
    }
    if (next > kNoState) {
      state = next;
      continue;
    }
    if (next == kNoState) return std::nullopt;
    read_ += at - counted;
    return next == kMatched;
  }
}

// Computes the state after `symbol` in `from`, which was not computed before.
Automaton::State Automaton::Find(const Program& program, State from, std::size_t symbol, Threads& threads) {
  const Key& key = *keys_[from / row_];
  instructions_.assign(key.begin(), key.end() - 1);
  threads.Start(program);
  const char32_t next = symbol == symbols_->count() ? kNoRune : symbols_->Sample(symbol);
  const Step step = threads.Advance(program, instructions_, key.back(), next);
  threads.Trim();
  switch (step) {
    case Step::kMatched: return next_[from + symbol] = kMatched;
    case Step::kFailed: return next_[from + symbol] = kFailed;
    case Step::kContinue: break;
  }
  if (instructions_.size() <= kMaxSortedInstructions) std::ranges::sort(instructions_);
  Key found(instructions_.begin(), instructions_.end());
  found += KindOf(program, next);
  const std::size_t more = row_ * sizeof(State) + kNode + found.size() * sizeof(char32_t);
  if (more > kMaxStateBytes) return Disable();
  if (next_.size() * sizeof(State) + key_bytes_ + more > kMaxBytes) {
    if (read_ < kMinBytesPerState * states_.size()) return Disable();
    Start();
    return StateOf(std::move(found));
  }
  const State to = StateOf(std::move(found));
  return next_[from + symbol] = to;
}

Automaton::State Automaton::StateOf(Key key) {
  const auto [entry, added] = states_.try_emplace(std::move(key), static_cast<State>(next_.size()));
  if (!added) return entry->second;
  next_.resize(next_.size() + row_, kUnknown);
  keys_.push_back(&entry->first);
  key_bytes_ += kNode + entry->first.size() * sizeof(char32_t);
  return entry->second;
}

// Returns a code point that represents all code points that are equal for the program's assertions.
char32_t Automaton::KindOf(const Program& program, char32_t rune) const {
  if ((program.assertions & kAtBeginLine) != 0 && rune == '\n') return rune;
  const bool words = (program.assertions & (kAtWordBoundary | kAtNoWordBoundary)) != 0;
  return words && IsWordCharacter(rune) ? U'a' : kPlain;
}

namespace {

constexpr std::size_t kMaxStarts = 4096;
constexpr std::size_t kMaxWork = std::size_t{1} << 16;  // maximum number of moved pieces, for all sets together

constexpr Range kNewline[] = {{'\n', '\n'}};
constexpr Range kWordRunes[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};

// Returns the code points that the program reads one by one; more than kMax if they are many.
std::vector<Range> SingleRunes(const Program& program) {
  std::vector<Range> runes;
  std::array<bool, 128> ascii{};
  std::unordered_set<char32_t> others;
  for (const Instruction next : program.code) {
    if (next.kind() != Instruction::kRune) continue;
    const char32_t rune = next.argument();
    const bool known = rune < ascii.size() ? std::exchange(ascii[rune], true) : !others.insert(rune).second;
    if (!known) runes.push_back({rune, rune});
    if (runes.size() > Symbols::kMax) break;
  }
  return runes;
}

// A partition of all code points into pieces, and of the pieces into groups. Each set refines the groups.
class Pieces {
 public:
  // Adds the borders of a set as starts of pieces. All sets must be added before FinishStarts.
  void AddStarts(std::span<const Range> set) {
    for (const Range range : set) {
      starts_.push_back(range.first);
      if (range.last < kLastRune) starts_.push_back(range.last + 1);
    }
  }

  // Returns false if there are too many pieces.
  bool FinishStarts() {
    starts_.push_back(0);
    std::ranges::sort(starts_);
    starts_.erase(std::ranges::unique(starts_).begin(), starts_.end());
    groups_.assign(starts_.size(), 0);
    return starts_.size() <= kMaxStarts;
  }

  // Moves the pieces of the set from their groups to new groups. Returns false if all calls together moved more than
  // kMaxWork pieces.
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
  std::vector<std::uint32_t> groups_;  // the group of each piece
  std::vector<std::uint32_t> moved_;   // for each group: the new group of its pieces that are in the set
  std::uint32_t groups_count_ = 1;
  std::size_t work_ = 0;
};

// Whether the program has assertions about lines, or about words.
bool Lines(const Program& program) { return (program.assertions & (kAtBeginLine | kAtEndLine)) != 0; }
bool Words(const Program& program) { return (program.assertions & (kAtWordBoundary | kAtNoWordBoundary)) != 0; }

bool Cut(const Program& program, Pieces& pieces) {
  const std::vector<Range> singles = SingleRunes(program);
  if (singles.size() > Symbols::kMax || program.range_count > kMaxStarts) return false;
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

std::optional<Symbols> Symbols::Of(const Program& program) {
  Pieces pieces;
  if (!Cut(program, pieces)) return std::nullopt;
  Symbols symbols;
  std::vector<std::uint32_t> numbers(pieces.groups_count(), kMax);  // the symbol of each group; kMax: none yet
  for (std::size_t i = 0; i < pieces.starts().size(); ++i) {
    std::uint32_t& number = numbers[pieces.groups()[i]];
    if (number == kMax) {
      if (symbols.count() == kMax) return std::nullopt;
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
