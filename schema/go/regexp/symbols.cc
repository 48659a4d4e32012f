#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "schema/go/regexp/automaton.h"

namespace structural::go::regexp {
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
