// The effects of the next write of stored objects, and the counts of these effects.
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

// The effects of a stored object's next write. Owns its texts. All members are empty if the write has no effects.
struct StoredOutcome {
  std::vector<kubernetes::FieldError> refused;    // causes of the refusal, or one message of the server
  std::vector<kubernetes::FieldError> tolerated;  // errors that a server tolerates until the value changes
  std::vector<std::string> lost;                  // paths of fields that the write would drop
  std::vector<std::string> added;                 // paths of fields whose defaults the write would add
};

// Finds the outcomes for the objects of one kind. Not thread-safe.
class WriteEvaluator {
 public:
  virtual ~WriteEvaluator() = default;
  // Returns the outcome of the next write. Consumes the object. `arena` is working memory.
  virtual StoredOutcome EvaluateWrite(json::Value object, base::Arena& arena) = 0;
};

// Returns "spec.ports[*].x" for "spec.ports[2].x": the field in any element.
std::string FieldPattern(std::string_view path);

// Returns a cause without the value: "spec.ports[*]: Invalid value: should be less than …".
std::string CausePattern(const kubernetes::FieldError& cause);

// PatternCounts: counts, for each pattern, the objects that have a text with this pattern.
//
// Not thread-safe. Its memory is bounded: patterns beyond kMax are only counted together, and a pattern is cut to
// kMaxBytes.
class PatternCounts {
 public:
  static constexpr std::size_t kMax = 10'000;
  static constexpr std::size_t kMaxBytes = 1'000;

  struct Entry {
    std::size_t objects = 0;
    std::string first;  // the first object with the pattern
  };

  // Counts one object, "NAMESPACE/NAME" or "NAME", for the patterns of its paths or causes.
  void Add(std::string_view object, const std::vector<std::string>& paths);
  void Add(std::string_view object, const std::vector<kubernetes::FieldError>& causes);

  std::size_t objects() const { return objects_; }  // number of objects with at least one text
  const std::map<std::string, Entry>& entries() const { return entries_; }
  std::size_t further() const { return further_; }  // number of objects, counted once per further pattern

 private:
  void AddPatterns(std::string_view object, const std::set<std::string>& patterns);

  std::map<std::string, Entry> entries_;
  std::size_t objects_ = 0;
  std::size_t further_ = 0;
};

// The number of objects of one kind by outcome. Not thread-safe.
struct KindCounts {
  std::size_t objects = 0;  // number of objects that were read
  PatternCounts refused, tolerated, lost, added;

  void Add(std::string_view object, const StoredOutcome& outcome);
};

// The sums of the counts of all kinds.
struct StoredSummary {
  std::size_t kinds = 0;    // kinds that were read
  std::size_t unread = 0;   // kinds, among those read, that could not be read completely
  std::size_t objects = 0;  // objects that were read
  std::size_t refused = 0, tolerated = 0, losing = 0, defaulted = 0;

  void Add(const KindCounts& counts, bool complete);
};

}  // namespace structural::cli
