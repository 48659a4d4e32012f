// Finder finds the positions of the matches of a program in a text.
//
// Upstream: Go regexp exec.go, regexp.go allMatches (Go 1.26).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/go/regexp/program.h"

namespace structural::go::regexp {

struct Match {
  std::size_t begin;
  std::size_t end;
};

// Finds leftmost matches. If several matches begin at the same position, finds the match that the pattern prefers. A
// Finder keeps its working memory, and can be used for several programs. Not thread-safe.
//
// Memory: up to 40 bytes for each instruction of the program.
class Finder {
 public:
  // Returns the first match that begins at the offset `from` or later; nullopt if none exists. Bytes that are not UTF-8
  // are read as U+FFFD, as in Go.
  //
  // Cost: at most one visit of each instruction for each code point after `from`.
  //
  // Precondition: `from` is not inside the encoding of a code point.
  std::optional<Match> Find(const Program& program, std::string_view text, std::size_t from);

  // Returns the first `max` successive matches, or all if `max` is negative. An empty match at the end of the
  // previous match is left out. Returns nullopt if the search takes too long: each match can require reading the rest
  // of the text, so the total is limited to kMaxRounds times the text. Go has no such limit, and can take hours.
  std::optional<std::vector<Match>> FindAll(const Program& program, std::string_view text, std::int64_t max);

  static constexpr std::uint64_t kMaxRounds = 64;
  // Number of code points that FindAll may read in addition to kMaxRounds times the length of the text.
  static constexpr std::uint64_t kFewRead = std::uint64_t{1} << 24;

 private:
  struct Thread {
    std::uint32_t at;
    std::size_t begin;
  };

  void Start(const Program& program);
  bool AddThreads(const Program& program, Thread thread, Assertions hold);
  void FollowAll(const Program& program, Assertions hold, std::size_t here, bool may_begin);

  std::vector<std::uint32_t> seen_;  // value of turn_ at the last visit of each instruction
  std::uint32_t generation_ = 0;
  std::vector<std::uint32_t> open_;
  std::vector<Thread> threads_;  // threads at the current position, in order of preference
  std::vector<Thread> waiting_;  // threads that wait for a code point, in order of preference
  std::optional<Match> match_;
  std::uint64_t read_ = 0;  // code points that were read since FindAll began
};

}  // namespace structural::go::regexp
