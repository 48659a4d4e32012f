// The effects that the next write of a stored object would have, and counts of objects by effect.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"

namespace structural::cli {

// The effects that a stored object's next write would have. Owns its texts. All members are empty if the write has no
// effects.
struct StoredOutcome {
  // causes in the server's status, or the one message of a status without causes; empty: not refused
  std::vector<kubernetes::FieldError> refused;
  // errors that the server tolerates as long as the value stays unchanged
  std::vector<kubernetes::FieldError> tolerated;
  std::vector<std::string> lost;   // paths of fields that the server would drop
  std::vector<std::string> added;  // paths of fields whose defaults the server would add
};

// Finds the outcome of the next write for each object of one kind. Not thread-safe.
class WriteEvaluator {
 public:
  virtual ~WriteEvaluator() = default;
  // Returns the outcome of the next write of the object. May change the object, so the caller must not use it
  // afterwards. `arena` is working memory.
  virtual StoredOutcome EvaluateWrite(json::Value object, base::Arena& arena) = 0;
};

// Returns the path with * for the indexes: "spec.ports[*].x" for "spec.ports[2].x".
std::string FieldPattern(std::string_view path);

// Returns the text of a cause with the path as FieldPattern returns it, and without the value: "spec.ports[*]: Invalid
// value: should be less than …".
std::string CausePattern(const kubernetes::FieldError& cause);

// PatternCounts: counts, for each pattern, the objects that have a path or cause with this pattern (FieldPattern,
// CausePattern).
//
// Not thread-safe. Its memory is bounded: after kMaxPatterns different patterns, new patterns share one count, and each
// pattern is cut to kMaxBytes.
class PatternCounts {
 public:
  static constexpr std::size_t kMaxPatterns = 10'000;
  static constexpr std::size_t kMaxBytes = 1'000;

  struct Entry {
    std::size_t objects = 0;
    std::string first;  // name of the first object with the pattern
  };

  // Counts one object for each pattern of its paths or causes. `object` is "NAMESPACE/NAME" or "NAME".
  void Add(std::string_view object, const std::vector<std::string>& paths);
  void Add(std::string_view object, const std::vector<kubernetes::FieldError>& causes);

  std::size_t objects() const { return objects_; }  // number of objects with at least one path or cause
  const std::map<std::string, Entry>& entries() const { return entries_; }
  // Returns the sum of the counts of all patterns after the first kMaxPatterns.
  std::size_t unlisted_objects() const { return unlisted_objects_; }

 private:
  void AddPatterns(std::string_view object, const std::set<std::string>& patterns);

  std::map<std::string, Entry> entries_;
  std::size_t objects_ = 0;
  std::size_t unlisted_objects_ = 0;
};

// The number of objects of one kind by effect. Not thread-safe.
struct KindCounts {
  std::size_t objects = 0;  // number of objects that were read
  PatternCounts refused, tolerated, lost, added;

  void Add(std::string_view object, const StoredOutcome& outcome);
};

// The counts of all kinds together.
struct StoredSummary {
  std::size_t kinds = 0;         // kinds that were read
  std::size_t unread_kinds = 0;  // those kinds among `kinds` that could not be read completely
  std::size_t objects = 0;       // objects that were read
  std::size_t refused = 0, tolerated = 0, losing_data = 0, getting_defaults = 0;

  // Adds the counts of a kind. `complete`: whether all its objects were read.
  void Add(const KindCounts& counts, bool complete);
};

}  // namespace structural::cli
