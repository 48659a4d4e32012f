// Matching texts against patterns as Go's regexp does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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

  // Up to `most` parts of the text that it matches, in order; all where that is negative.
  //
  // nullopt where that takes too long (schema/go/regexp/find.h).
  //
  // Upstream: Go regexp.FindAllString.
  std::optional<std::vector<std::string_view>> FindAll(std::string_view text,
                                                       std::int64_t most) const;

  // Memory that it takes at present.
  std::size_t Bytes() const;

  // A pattern of this thread's memory, compiled where it is not there yet: the same few patterns
  // come again with every object. They take at most 8 MiB together, or what a single one takes;
  // those that were not asked for the longest are forgotten. Valid until the next call.
  static const Pattern& Remembered(std::string_view pattern);
  // The same; `compiled` tells whether it was not there yet.
  static const Pattern& Remembered(std::string_view pattern, bool& compiled);

  // Instructions of the program: the time to compile the pattern is linear in them, and in its text.
  std::size_t instructions() const { return program_.code.size(); }

 private:
  std::string error_;
  go::regexp::Program program_;
  mutable regexp::Automaton automaton_;
};

// Compiled patterns, kept for as long as they are asked for and there is room.
// Not thread-safe.
class PatternMemory {
 public:
  // The patterns take at most `most_bytes` together, or what a single one takes.
  explicit PatternMemory(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Compiled where it is not there yet; those that were not asked for the longest are forgotten
  // where there is too much. Valid until the next call.
  const Pattern& Find(std::string_view text);
  // The same; `compiled` tells whether it was not there yet.
  const Pattern& Find(std::string_view text, bool& compiled);

  // How many there are, and what they took when last asked for.
  std::size_t count() const { return entries_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    explicit Entry(std::string_view of) : text(of), pattern(of) {}

    std::string text;
    Pattern pattern;
    std::size_t bytes = 0;  // as last measured
  };

  void Measure(Entry& entry);
  void Add(std::string_view text);
  void ForgetLast();

  std::size_t most_bytes_;
  std::list<Entry> entries_;  // the one asked for last in front
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_text_;
  std::size_t bytes_ = 0;
};

// Whether Go's regexp package compiles a pattern: nullopt where it does, else Go's text:
//   error parsing regexp: missing closing ): `(`
//
// Upstream: Go regexp.Compile, regexp/syntax Error.
std::optional<std::string> CompileError(std::string_view pattern);

// The same; where the pattern compiles, `program` becomes what schema/go/regexp executes.
std::optional<std::string> CompileError(std::string_view pattern, regexp::Program& program);

}  // namespace structural::go
