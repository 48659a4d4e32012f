// KindCounts: what the outcomes of the objects of one kind come to.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/stored/outcome.h"

namespace structural::cli {

// "spec.ports[*].x" of "spec.ports[2].x": what is said of a field, whichever element it is in.
std::string FieldPattern(std::string_view path);

// The same of a cause, whatever the value is: "spec.ports[*]: Invalid value: should be less than …".
std::string CausePattern(const kubernetes::FieldError& cause);

// PatternCounts: how many objects something is said of, counted by pattern.
//
// Not thread-safe. Its memory is bounded: beyond kMost different patterns they are only counted
// together, and a pattern is cut to kMostBytes.
class PatternCounts {
 public:
  static constexpr std::size_t kMost = 10'000;
  static constexpr std::size_t kMostBytes = 1'000;

  struct Entry {
    std::size_t objects = 0;
    std::string first;  // the first object that has it
  };

  // One object, "NAMESPACE/NAME" or "NAME", and what is said of it; none: nothing.
  void Add(std::string_view object, const std::vector<std::string>& paths);
  void Add(std::string_view object, const std::vector<kubernetes::FieldError>& causes);

  std::size_t objects() const { return objects_; }  // that something is said of
  const std::map<std::string, Entry>& entries() const { return entries_; }
  std::size_t further() const { return further_; }  // objects, once for each further pattern

 private:
  void AddPatterns(std::string_view object, const std::set<std::string>& patterns);

  std::map<std::string, Entry> entries_;
  std::size_t objects_ = 0;
  std::size_t further_ = 0;
};

// Not thread-safe.
struct KindCounts {
  std::size_t objects = 0;  // that were read
  PatternCounts refused, tolerated, lost, added;

  void Add(std::string_view object, const StoredOutcome& outcome);
};

// Of all kinds.
struct StoredSummary {
  std::size_t kinds = 0;    // that were looked at
  std::size_t unread = 0;   // of them, or a part of them, could not be read
  std::size_t objects = 0;  // that were read
  std::size_t refused = 0, tolerated = 0, losing = 0, defaulted = 0;

  void Add(const KindCounts& counts, bool complete);
};

}  // namespace structural::cli
