// KindCounts: the number of objects of one kind by outcome.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/stored/outcome.h"

namespace structural::cli {

// Returns "spec.ports[*].x" for "spec.ports[2].x": the field in any element.
std::string FieldPattern(std::string_view path);

// Returns a cause without its value: "spec.ports[*]: Invalid value: should be less than …".
std::string CausePattern(const kubernetes::FieldError& cause);

// PatternCounts: counts the objects with a text by the text's pattern.
//
// Not thread-safe. Its memory is bounded: patterns beyond kMax are only counted together, and a
// pattern is cut to kMaxBytes.
class PatternCounts {
 public:
  static constexpr std::size_t kMax = 10'000;
  static constexpr std::size_t kMaxBytes = 1'000;

  struct Entry {
    std::size_t objects = 0;
    std::string first;  // the first object with the pattern
  };

  // One object, "NAMESPACE/NAME" or "NAME", and its paths.
  void Add(std::string_view object, const std::vector<std::string>& paths);
  void Add(std::string_view object, const std::vector<kubernetes::FieldError>& causes);

  std::size_t objects() const { return objects_; }  // number of objects with a text
  const std::map<std::string, Entry>& entries() const { return entries_; }
  std::size_t further() const { return further_; }  // number of objects, counted once per further pattern

 private:
  void AddPatterns(std::string_view object, const std::set<std::string>& patterns);

  std::map<std::string, Entry> entries_;
  std::size_t objects_ = 0;
  std::size_t further_ = 0;
};

// Not thread-safe.
struct KindCounts {
  std::size_t objects = 0;  // number of objects that were read
  PatternCounts refused, tolerated, lost, added;

  void Add(std::string_view object, const StoredOutcome& outcome);
};

// The sums of all kinds.
struct StoredSummary {
  std::size_t kinds = 0;    // kinds that were read
  std::size_t unread = 0;   // kinds, among those read, that could not be read completely
  std::size_t objects = 0;  // objects that were read
  std::size_t refused = 0, tolerated = 0, losing = 0, defaulted = 0;

  void Add(const KindCounts& counts, bool complete);
};

}  // namespace structural::cli
