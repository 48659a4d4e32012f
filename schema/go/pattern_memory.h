// Compiled patterns, kept for as long as they are asked for and there is room.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "schema/go/pattern.h"

namespace structural::go {

// Not thread-safe.
class PatternMemory {
 public:
  // The patterns take at most `most_bytes` together, or what a single one takes.
  explicit PatternMemory(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Compiled where it is not there yet; those that were not asked for the longest are forgotten
  // where there is too much. Valid until the next call.
  const Pattern& Find(std::string_view text);

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

}  // namespace structural::go
