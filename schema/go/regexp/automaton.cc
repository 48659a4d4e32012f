#include "schema/go/regexp/automaton.h"

#include <algorithm>

namespace structural::go::regexp {
namespace {

// Bytes of text per state that must be read before all states may be forgotten. If fewer were read, the automaton gives
// up.
constexpr std::uint64_t kMinBytesPerState = 16;
constexpr std::size_t kNode = 96;  // bytes of an entry in states_, and in keys_
constexpr std::size_t kMaxStateBytes = Automaton::kMaxBytes / 32;
// Above this number of instructions, states are not sorted: sorting costs more than duplicates of a state.
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
  // Empty rows, so that no state has the index of a constant such as kNoState.
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

}  // namespace structural::go::regexp
