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

  // Returns the first `max` matches that do not overlap, or all of them if `max` is negative. Omits an empty match at
  // the end of the previous match. Each match can require reading the rest of the text, so the code points that the
  // search reads are limited: kMaxRounds times the bytes of the text, plus kMaxExtraRead. Returns nullopt if the search
  // exceeds this limit. Go has no limit, and can take hours.
  std::optional<std::vector<Match>> FindAll(const Program& program, std::string_view text, std::int64_t max);

  static constexpr std::uint64_t kMaxRounds = 64;
  static constexpr std::uint64_t kMaxExtraRead = std::uint64_t{1} << 24;

 private:
  struct Thread {
    std::uint32_t instruction;  // index of the next instruction
    std::size_t begin;          // offset in the text at which the match would begin
  };

  void Start(const Program& program);
  bool AddThreads(const Program& program, Thread thread, Assertions hold);
  void FollowPaths(const Program& program, Assertions hold, std::size_t here, bool may_begin);

  std::vector<std::uint32_t> seen_;  // value of generation_ at the last visit of each instruction
  std::uint32_t generation_ = 0;     // incremented for each position in the text
  std::vector<std::uint32_t> open_;  // instructions at which unfinished paths continue, the preferred one last
  std::vector<Thread> threads_;      // threads at the current position, in order of preference
  std::vector<Thread> waiting_;      // threads that wait for a code point, in order of preference
  std::optional<Match> match_;
  std::uint64_t read_ = 0;  // code points that were read since FindAll began
};

}  // namespace structural::go::regexp
