// Matching texts against patterns as Go's regexp does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "schema/go/regexp/automaton.h"
#include "schema/go/regexp/program.h"

namespace structural::go {

// A compiled pattern. Not thread-safe: it learns from the texts that it is matched with. Where
// several threads need it, each has its own (`thread_local const Pattern`).
//
// Compiling takes time and memory linear in the size of Go's program for the pattern: at most 8
// bytes for each of its instructions (Go needs 40), besides what reading takes
// (schema/go/regexp). A match takes time linear in the text: at most that size for each code
// point. It takes 17 bytes for each instruction while it is under way, and the pattern keeps up to
// 512 KiB of what it learned.
//
// Upstream: Go regexp.MatchString. What Go does not compile matches nothing.
class Pattern {
 public:
  explicit Pattern(std::string_view pattern);

  // Go's words why the pattern does not compile; empty where it does.
  const std::string& error() const { return error_; }

  // Whether it matches somewhere in the text. Bytes that are not UTF-8 match what U+FFFD does; a
  // value that was read from JSON has none, as they are replaced there.
  bool Matches(std::string_view text) const;

  // Memory that it takes at present.
  std::size_t Bytes() const;

  // A pattern of this thread's memory, compiled where it is not there yet: the same few patterns
  // come again with every object. They take at most 8 MiB together, or what a single one takes;
  // those that were not asked for the longest are forgotten. Valid until the next call.
  static const Pattern& Remembered(std::string_view pattern);

 private:
  std::string error_;
  go::regexp::Program program_;
  mutable regexp::Automaton automaton_;
};

}  // namespace structural::go
