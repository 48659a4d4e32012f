// Pattern matches texts against regular expressions like Go's regexp.
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

// A compiled pattern. Not thread-safe, because Matches caches states. If several threads need a pattern, each thread
// must have its own object (`thread_local const Pattern`).
//
// The compilation takes time and memory linear in the size of Go's program for the pattern. The memory is at most 8
// bytes for each instruction of Go's program, which itself needs 40, plus the memory of the parser (schema/go/regexp).
// A match takes time linear in the text: at most one visit of each instruction for each code point. A match needs 17
// bytes of memory for each instruction. The pattern caches up to 512 KiB of states.
//
// Upstream: Go regexp.MatchString. A pattern that Go does not compile matches no text.
class Pattern {
 public:
  explicit Pattern(std::string_view pattern);

  // Returns Go's error for a pattern that does not compile; empty if the pattern compiles.
  const std::string& error() const { return error_; }

  // Whether any part of the text matches the pattern. Bytes that are not UTF-8 match like U+FFFD. (Values that were
  // read from JSON have no such bytes.)
  bool Matches(std::string_view text) const;
  // Like Matches(text). Adds the cost of the match to `work`, without the cost of reading the text. A unit is about the
  // time of one visit of an instruction. Adds 0 if the cached states are sufficient.
  bool Matches(std::string_view text, std::uint64_t& work) const;

  // Returns the first `max` matches in the text, in order, or all matches if `max` is negative. Returns nullopt if the
  // search takes too long (schema/go/regexp/find.h).
  //
  // Upstream: Go regexp.FindAllString.
  std::optional<std::vector<std::string_view>> FindAll(std::string_view text, std::int64_t max) const;

  // Returns the current memory use in bytes.
  std::size_t MemoryBytes() const;

  // Returns the pattern from the calling thread's PatternCache, and compiles it if the cache does not have it. The
  // cache saves time, because all objects are matched with the same few patterns. The cache has at most 8 MiB, unless a
  // single pattern is larger. If the cache is full, the least recently used patterns are removed. The reference is
  // valid until the next call.
  static const Pattern& Cached(std::string_view pattern);
  // Like Cached(pattern). Sets `compiled` to true if this call compiled the pattern, or to false if the cache had it.
  static const Pattern& Cached(std::string_view pattern, bool& compiled);

  // Returns the number of instructions in the compiled program. The compilation time is linear in this number and in
  // the length of the pattern.
  std::size_t instructions() const { return program_.code.size(); }
  // Returns the compiled program. Precondition: error() is empty.
  const go::regexp::Program& program() const { return program_; }

 private:
  std::string error_;
  go::regexp::Program program_;
  mutable regexp::Automaton automaton_;
};

// A cache of compiled patterns with limited memory. Not thread-safe.
class PatternCache {
 public:
  // Limits the total size of the patterns to `max_bytes`, unless a single pattern is larger.
  explicit PatternCache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // Returns the pattern for `text`, and compiles it if the cache does not have it. If the cache is full, the least
  // recently used patterns are removed. The reference is valid until the next call.
  const Pattern& Find(std::string_view text);
  // Like Find(text). Sets `compiled` to true if this call compiled the pattern, or to false if the cache had it.
  const Pattern& Find(std::string_view text, bool& compiled);

  // count() is the number of patterns. bytes() is their total size, as of the last measurement of each pattern.
  std::size_t count() const { return entries_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    explicit Entry(std::string_view of) : text(of), pattern(of) {}

    std::string text;
    Pattern pattern;
    std::size_t bytes = 0;  // size of this entry in bytes at its last measurement
  };

  void Measure(Entry& entry);
  void Add(std::string_view text);
  void EvictOldest();

  std::size_t max_bytes_;
  std::list<Entry> entries_;  // ordered by last use, most recent first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_text_;
  std::size_t bytes_ = 0;
};

// Returns Go's error if Go's regexp package does not compile the pattern; nullopt if it does:
//   error parsing regexp: missing closing ): `(`
//
// Upstream: Go regexp.Compile, regexp/syntax Error.
std::optional<std::string> CompileError(std::string_view pattern);

// Like CompileError(pattern). If the pattern compiles, sets `program` to the compiled program.
std::optional<std::string> CompileError(std::string_view pattern, regexp::Program& program);

}  // namespace structural::go
