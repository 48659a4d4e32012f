// Matches texts against patterns like Go's regexp.
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

// A compiled pattern. Not thread-safe: it caches states that it computes while it matches. If several threads need a
// pattern, each has its own (`thread_local const Pattern`).
//
// Compilation takes time and memory linear in the size of Go's program for the pattern: at most 8 bytes for each
// instruction (Go needs 40), and the memory of the parser (schema/go/regexp). A match takes time linear in the text: at
// most one visit of each instruction for each code point. A match needs 17 bytes for each instruction. The pattern
// caches up to 512 KiB of states.
//
// Upstream: Go regexp.MatchString. A pattern that Go does not compile matches no text.
class Pattern {
 public:
  explicit Pattern(std::string_view pattern);

  // Returns Go's message why the pattern does not compile, or an empty text if it compiles.
  const std::string& error() const { return error_; }

  // Whether the pattern matches anywhere in the text. Bytes that are not UTF-8 match as U+FFFD. Values read from JSON
  // have no such bytes, because the reader replaces them.
  bool Matches(std::string_view text) const;

  // Returns the first `max` matches in the text, in order, or all matches if `max` is negative.
  //
  // Returns nullopt if the search takes too long (schema/go/regexp/find.h).
  //
  // Upstream: Go regexp.FindAllString.
  std::optional<std::vector<std::string_view>> FindAll(std::string_view text, std::int64_t max) const;

  // Returns the current memory use in bytes.
  std::size_t Bytes() const;

  // Returns a pattern of the calling thread's PatternCache, and compiles it if needed, because every object uses the
  // same few patterns. The memory is limited to 8 MiB, or to the size of one larger pattern. If it is full, the least
  // recently used patterns are removed. The reference is valid until the next call.
  static const Pattern& Cached(std::string_view pattern);
  // Like Cached(pattern). Sets `compiled` to whether this call compiled the pattern.
  static const Pattern& Cached(std::string_view pattern, bool& compiled);

  // Returns the number of instructions of the program. The time to compile is linear in this number and in the length
  // of the pattern.
  std::size_t instructions() const { return program_.code.size(); }

 private:
  std::string error_;
  go::regexp::Program program_;
  mutable regexp::Automaton automaton_;
};

// A cache of compiled patterns with limited memory. Not thread-safe.
class PatternCache {
 public:
  // The patterns take at most `max_bytes` together, unless a single pattern takes more.
  explicit PatternCache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // Returns the pattern of that text, and compiles it if needed. If the cache is full, the least recently used patterns
  // are removed. The reference is valid until the next call.
  const Pattern& Find(std::string_view text);
  // Like Find(text). Sets `compiled` to whether this call compiled the pattern.
  const Pattern& Find(std::string_view text, bool& compiled);

  // The number of patterns, and their size in bytes when it was last measured.
  std::size_t count() const { return entries_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    explicit Entry(std::string_view of) : text(of), pattern(of) {}

    std::string text;
    Pattern pattern;
    std::size_t bytes = 0;  // size of the pattern in bytes when it was last measured
  };

  void Measure(Entry& entry);
  void Add(std::string_view text);
  void EvictOldest();

  std::size_t max_bytes_;
  std::list<Entry> entries_;  // the most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_text_;
  std::size_t bytes_ = 0;
};

// Returns nullopt if Go's regexp package compiles the pattern, otherwise Go's error:
//   error parsing regexp: missing closing ): `(`
//
// Upstream: Go regexp.Compile, regexp/syntax Error.
std::optional<std::string> CompileError(std::string_view pattern);

// Like CompileError(pattern). If the pattern compiles, sets `program` to the program that schema/go/regexp executes.
std::optional<std::string> CompileError(std::string_view pattern, regexp::Program& program);

}  // namespace structural::go
