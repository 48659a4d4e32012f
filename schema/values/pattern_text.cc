#include "schema/values/pattern_text.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>

#include "schema/base/utf8.h"
#include "schema/go/pattern.h"
#include "schema/go/regexp/program.h"
#include "schema/values/random.h"

namespace structural::values {
namespace {

using go::regexp::Instruction;
using go::regexp::Program;
using go::regexp::Range;

// Maximum number of cells in the table of the class Lengths
constexpr std::size_t kMaxCells = std::size_t{8} << 20;
constexpr std::size_t kFewLengths = 10;
constexpr std::string_view kSimple = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-./:_ ";

bool Has(const std::vector<Range>& set, char32_t rune) {
  return std::ranges::any_of(set, [&](const Range& range) { return range.first <= rune && rune <= range.last; });
}

// Returns the number of code points of the shortest text that the program may match, if its assertions are ignored.
std::size_t ShortestMatch(const Program& program) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max() / 2;
  std::vector<std::size_t> shortest(program.code.size(), kNone);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = shortest.size(); at-- > 0;) {
      const Instruction& step = program.code[at];
      std::size_t found = kNone;
      switch (step.kind()) {
        case Instruction::kRune:
        case Instruction::kClass: found = 1 + shortest[at + 1]; break;
        case Instruction::kAssert: found = shortest[at + 1]; break;
        case Instruction::kSplit:
        case Instruction::kBranch: found = std::min(shortest[at + 1], shortest[at + step.distance()]); break;
        case Instruction::kJump: found = shortest[at + step.distance()]; break;
        case Instruction::kMatch: found = 0; break;
      }
      if (found >= shortest[at]) continue;
      shortest[at] = found;
      changed = true;
    }
  }
  return shortest.empty() ? 0 : shortest[0];
}

// A table of the instructions from which a match is reachable with a given number of code points. Considers only the
// assertions ^ and $.
class Lengths {
 public:
  Lengths(const Program& program, std::size_t max, base::WorkBudget* work) : program_(program) {
    const std::size_t size = program.code.size();
    max_ = std::min(max, kMaxCells / size);
    for (std::size_t rest = 0; rest <= max_; ++rest) {
      if (work != nullptr && !work->Spend(1 + size)) break;
      if (!AddRow()) break;
    }
  }

  bool Leads(std::size_t at, std::size_t rest) const { return rest < rows_.size() && rows_[rest][at]; }
  std::size_t rows() const { return rows_.size(); }

 private:
  // Adds the row for texts with one more code point. Returns false if no longer text matches.
  bool AddRow() {
    const std::size_t size = program_.code.size(), rest = rows_.size();
    std::vector<bool> row(size);
    bool any = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t at = size; at-- > 0;) {
        if (row[at] || !LeadsFrom(at, rest, row)) continue;
        row[at] = changed = any = true;
      }
    }
    rows_.push_back(std::move(row));
    return any;
  }

  bool LeadsFrom(std::size_t at, std::size_t rest, const std::vector<bool>& row) const {
    const Instruction& step = program_.code[at];
    switch (step.kind()) {
      case Instruction::kRune:
      case Instruction::kClass: return rest > 0 && rows_[rest - 1][at + 1];
      case Instruction::kAssert: {
        const bool ends = (step.argument() & (go::regexp::kAtEndText | go::regexp::kAtEndLine)) != 0;
        return (!ends || rest == 0) && row[at + 1];
      }
      case Instruction::kSplit:
      case Instruction::kBranch: return row[at + 1] || row[at + step.distance()];
      case Instruction::kJump: return row[at + step.distance()];
      case Instruction::kMatch: return rest == 0;
    }
    return false;
  }

  const Program& program_;
  std::size_t max_;
  std::vector<std::vector<bool>> rows_;
};

// Generates texts that the program matches. If `simple` is true, takes the simplest path through the program; otherwise
// a random one.
class Walk {
 public:
  Walk(const Program& program, const Lengths& lengths, Random& random, base::WorkBudget* work)
      : program_(program), lengths_(lengths), random_(random), work_(work) {}

  std::optional<std::string> Text(std::size_t length, bool simple) {
    std::string text;
    std::size_t at = 0;
    for (std::size_t rest = length; rest > 0; --rest) {
      readers_.clear();
      ++round_;
      Follow(at, rest, rest == length);
      if (readers_.empty() || (work_ != nullptr && !work_->Spend(visited_))) return std::nullopt;
      at = readers_[simple ? 0 : random_.NextBelow(readers_.size())];
      base::AppendRune(RuneFor(program_.code[at], simple), text);
      ++at;
    }
    return text;
  }

 private:
  void Follow(std::size_t at, std::size_t rest, bool begins) {
    open_.assign(1, at);
    visited_ = 0;
    while (!open_.empty()) {
      at = open_.back();
      open_.pop_back();
      ++visited_;
      if (seen_[at] == round_ || !lengths_.Leads(at, rest)) continue;
      seen_[at] = round_;
      const Instruction& step = program_.code[at];
      const auto kind = step.kind();
      if (kind == Instruction::kRune || kind == Instruction::kClass) readers_.push_back(at);
      Open(step, at, begins);
    }
  }

  void Open(const Instruction& step, std::size_t at, bool begins) {
    constexpr auto kBegins = go::regexp::kAtBeginText | go::regexp::kAtBeginLine;
    switch (step.kind()) {
      case Instruction::kAssert:
        if ((step.argument() & kBegins) == 0 || begins) open_.push_back(at + 1);
        break;
      case Instruction::kSplit:
        open_.push_back(at + step.distance());
        open_.push_back(at + 1);
        break;
      case Instruction::kBranch:
        open_.push_back(at + 1);
        open_.push_back(at + step.distance());
        break;
      case Instruction::kJump: open_.push_back(at + step.distance()); break;
      default: break;
    }
  }

  char32_t RuneFor(const Instruction& step, bool simple) {
    if (step.kind() == Instruction::kRune) return step.argument();
    const std::vector<Range>& set = program_.classes[step.argument()];
    const std::size_t from = simple ? 0 : random_.NextBelow(36);
    for (std::size_t i = 0; i < kSimple.size(); ++i) {
      const char32_t rune = static_cast<unsigned char>(kSimple[(from + i) % kSimple.size()]);
      if (Has(set, rune)) return rune;
    }
    for (char32_t rune = '!'; rune <= '~'; ++rune) {
      if (Has(set, rune)) return rune;
    }
    return set.empty() ? U'a' : set.front().first;
  }

  const Program& program_;
  const Lengths& lengths_;
  Random& random_;
  base::WorkBudget* const work_;  // null: unlimited
  std::size_t visited_ = 0;       // instructions that Follow visited
  std::vector<std::size_t> readers_;
  std::vector<std::size_t> open_;
  // For each instruction: the value of round_ when the instruction was last visited
  std::vector<std::size_t> seen_ = std::vector<std::size_t>(program_.code.size());
  std::size_t round_ = 0;
};

class PatternTextMaker {
 public:
  PatternTextMaker(std::string_view pattern, const Program& program, const TextLengths& lengths, std::uint64_t seed,
                   base::WorkBudget* work)
      : pattern_(pattern), program_(program), wanted_(lengths), random_(seed), work_(work) {}

  std::vector<std::string> Make(std::size_t count) {
    if (wanted_.min > wanted_.max || wanted_.min > kLongest) return {};
    if (ShortestMatch(program_) > Horizon()) return {};
    const Lengths lengths(program_, Horizon(), work_);
    Walk walk(program_, lengths, random_, work_);
    const std::vector<std::size_t> exact = Matching(lengths, wanted_.min);
    for (const std::size_t length : exact) {
      if (texts_.size() < count) Add(walk.Text(length, true));
    }
    if (texts_.empty() && !program_.anchored) Pad(walk, lengths);
    for (std::size_t i = 0; texts_.size() < count && !exact.empty() && i < 4 * count; ++i)
      Add(walk.Text(exact[random_.NextBelow(exact.size())], false));
    if (texts_.size() > count) texts_.resize(count);
    return std::move(texts_);
  }

 private:
  static constexpr std::size_t kLongest = 256 * 1024;  // maximum number of code points

  // Returns the maximum length, in code points, of the texts for which matches are searched.
  std::size_t Horizon() const {
    const std::size_t reach = wanted_.min + std::min<std::size_t>(program_.code.size(), 512);
    return std::min(wanted_.max, reach);
  }

  std::vector<std::size_t> Matching(const Lengths& lengths, std::size_t min) const {
    std::vector<std::size_t> found;
    for (std::size_t length = min; length < lengths.rows() && found.size() < kFewLengths; ++length) {
      if (lengths.Leads(0, length)) found.push_back(length);
    }
    return found;
  }

  // Extends short matches to the required length with other text after or before the match, if the pattern has no ^ or
  // $ there.
  void Pad(Walk& walk, const Lengths& lengths) {
    for (const std::size_t length : Matching(lengths, 0)) {
      const auto text = walk.Text(length, true);
      if (!text || length > wanted_.min) continue;
      const std::string padding(wanted_.min - length, 'a');
      Add(*text + padding);
      Add(padding + *text);
    }
  }

  void Add(const std::optional<std::string>& text) {
    if (!text || (work_ != nullptr && !work_->SpendBytes(16 * text->size()))) return;
    if (!go::Pattern::Cached(pattern_).Matches(*text)) return;
    if (seen_.insert(*text).second) texts_.push_back(*text);
  }

  std::string_view pattern_;
  const Program& program_;
  const TextLengths wanted_;
  Random random_;
  base::WorkBudget* const work_;
  std::vector<std::string> texts_;
  std::unordered_set<std::string> seen_;
};

// The texts of the last calls of a thread, and the work that each call was charged. A search requests the texts of the
// same patterns again and again. A call is charged the same work whether the cache has its texts or not, so that the
// results do not depend on earlier calls.
class TextCache {
 public:
  struct Texts {
    std::vector<std::string> texts;
    std::int64_t work = 0;
  };
  using Key = std::tuple<std::string, std::size_t, std::size_t, std::size_t, std::uint64_t>;

  // Returns null if the cache does not have the texts.
  const Texts* Find(const Key& key) const {
    const auto found = texts_.find(key);
    return found == texts_.end() ? nullptr : &found->second;
  }

  void Add(Key key, Texts texts) {
    std::size_t bytes = std::get<0>(key).size() + sizeof(Key) + sizeof(Texts);
    for (const std::string& text : texts.texts) bytes += sizeof text + text.size();
    if (bytes > kMaxBytes) return;
    if (bytes_ + bytes > kMaxBytes) {
      texts_.clear();
      bytes_ = 0;
    }
    bytes_ += bytes;
    texts_.emplace(std::move(key), std::move(texts));
  }

 private:
  static constexpr std::size_t kMaxBytes = std::size_t{4} << 20;

  std::map<Key, Texts> texts_;
  std::size_t bytes_ = 0;
};

std::vector<std::string> MakeTexts(std::string_view pattern, const TextLengths& lengths, std::size_t count,
                                   std::uint64_t seed, base::WorkBudget* work) {
  // While the texts are made, no other pattern is looked up, so the cache of patterns keeps `compiled`.
  const go::Pattern& compiled = go::Pattern::Cached(pattern);
  if (!compiled.error().empty()) return {};
  if (work != nullptr) work->Spend(8 * compiled.instructions());
  return PatternTextMaker(pattern, compiled.program(), lengths, seed, work).Make(count);
}

}  // namespace

std::vector<std::string> TextsOfPattern(std::string_view pattern, const TextLengths& lengths, std::size_t count,
                                        std::uint64_t seed, base::WorkBudget* work) {
  if (work == nullptr) return MakeTexts(pattern, lengths, count, seed, nullptr);
  if (work->exhausted()) return {};
  thread_local TextCache cache;
  TextCache::Key key(pattern, lengths.min, lengths.max, count, seed);
  const TextCache::Texts* known = cache.Find(key);
  if (known != nullptr && known->work < work->left()) {
    work->Spend(static_cast<std::size_t>(known->work));
    return known->texts;
  }
  const std::int64_t before = work->left();
  std::vector<std::string> texts = MakeTexts(pattern, lengths, count, seed, work);
  if (!work->exhausted()) cache.Add(std::move(key), {texts, before - work->left()});
  return texts;
}

}  // namespace structural::values
