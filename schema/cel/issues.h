// What is wrong with an expression, and how cel-go prints it:
//
//   ERROR: <input>:1:5: undeclared reference to 'x' (in container '')
//    | 1 + x
//    | ....^
//
// Upstream: cel-go common/error.go, common/errors.go (v0.29.2).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schema/cel/source.h"

namespace structural::cel {

struct Issue {
  std::int64_t id = 0;  // of the expression, 0 where there is none
  Location location;
  std::string message;
};

// Issues in the order in which they were found. A value; const access is thread-safe.
class Issues {
 public:
  // As many are kept; of the others there is the number only.
  static constexpr std::size_t kMostKept = 100;

  void Add(Issue issue);

  bool empty() const { return count_ == 0; }
  // Whether what is added now is only counted.
  bool full() const { return count_ >= kMostKept; }
  const std::vector<Issue>& kept() const { return kept_; }
  std::size_t count() const { return count_; }

  // All of them in the order of their places, one after the other. The source is the one that they
  // were found in.
  std::string Display(const Source& source) const;

 private:
  std::vector<Issue> kept_;
  std::size_t count_ = 0;
};

// One of them, with the line that it is about where that has at most 16 KiB.
std::string Display(const Issue& issue, const Source& source);

}  // namespace structural::cel
