// Matching texts against patterns as Go's regexp does.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace structural::ops {

// A compiled pattern. Safe to use from several threads.
//
// Upstream: Go regexp.MatchString. What it cannot compile, or RE2 not for its size, matches
// nothing.
class Pattern {
 public:
  explicit Pattern(std::string_view pattern);
  ~Pattern();

  // Go's words why the pattern does not compile; empty where it does.
  const std::string& mistake() const { return mistake_; }
  // Whether it matches somewhere in the text.
  bool Matches(std::string_view text) const;

  // A pattern of this thread's memory, compiled where it is not there yet. The same few patterns
  // come again with every object; the memory is emptied where it is full. Valid until the next
  // call.
  static const Pattern& Remembered(std::string_view pattern);

 private:
  std::size_t Instructions() const;

  std::string mistake_;
  std::unique_ptr<re2::RE2> compiled_;
};

}  // namespace structural::ops
