// Where a program matches.
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

// Finds the leftmost match, of those the one that the pattern prefers. Working memory, to be used
// for one program after the other. Not thread-safe.
//
// Memory: up to 40 bytes for each instruction of the program.
class Finder {
 public:
  // The first match that begins at `from` or later; nullopt where there is none. Bytes that are not
  // UTF-8 are U+FFFD, as for Go.
  //
  // Cost: for each code point from there on, at most a visit of each instruction.
  //
  // Precondition: `from` is not within a code point.
  std::optional<Match> Find(const Program& program, std::string_view text, std::size_t from);

  // Up to `most` matches one after the other, all of them where that is negative; none is empty
  // where the one before ended. nullopt where that takes too long: a pattern may look at all of the
  // text for each of its matches, and the text is read more than kMostRounds times. Go reads on, for
  // hours.
  std::optional<std::vector<Match>> FindAll(const Program& program, std::string_view text,
                                            std::int64_t most);

  static constexpr std::uint64_t kMostRounds = 64;
  // As much may be read in any case, in code points.
  static constexpr std::uint64_t kFewRead = std::uint64_t{1} << 24;

 private:
  struct Thread {
    std::uint32_t at;
    std::size_t begin;
  };

  void Start(const Program& program);
  bool Follow(const Program& program, Thread thread, Assertions hold);
  void FollowAll(const Program& program, Assertions hold, std::size_t here, bool may_begin);

  std::vector<std::uint32_t> seen_;  // by instruction: the turn in which it was visited
  std::uint32_t turn_ = 0;
  std::vector<std::uint32_t> open_;
  std::vector<Thread> threads_;  // behind what was read, by preference
  std::vector<Thread> waiting_;  // for a code point, by preference
  std::optional<Match> match_;
  std::uint64_t read_ = 0;  // code points, since FindAll began
};

}  // namespace structural::go::regexp
