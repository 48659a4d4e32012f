// Errors of an expression, and how cel-go prints them:
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
  std::int64_t id = 0;  // id of the node with the error; 0 if the error is not at a node
  Location location;
  std::string message;
};

// Issues in the order of detection. A value type; const access is thread-safe.
class Issues {
 public:
  // Maximum number of issues that are kept. Further ones are only counted.
  static constexpr std::size_t kMaxKept = 100;

  void Add(Issue issue);

  bool empty() const { return count_ == 0; }
  // Whether further issues are only counted.
  bool full() const { return count_ >= kMaxKept; }
  const std::vector<Issue>& kept() const { return kept_; }
  std::size_t count() const { return count_; }

  // Prints all kept issues, sorted by position. `source` is the checked source.
  std::string Display(const Source& source) const;

 private:
  std::vector<Issue> kept_;
  std::size_t count_ = 0;
};

// Prints one issue, with the line of the source if the line has at most 16 KiB.
std::string Display(const Issue& issue, const Source& source);

}  // namespace structural::cel
