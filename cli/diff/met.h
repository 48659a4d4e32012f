// What changes do to the objects that a cluster stores.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/stored/counts.h"

namespace structural::cli {

// What becomes of a stored object when a client next writes it, and was not so under the old CRD.
struct Fate {
  std::string_view name;    // in JSON
  std::string_view phrase;  // behind a number of objects
  bool harms = true;        // refused, now or later, or data is lost
  std::vector<kubernetes::FieldError> StoredOutcome::* causes = nullptr;  // either these
  std::vector<std::string> StoredOutcome::* paths = nullptr;              // or these
  PatternCounts KindCounts::* counts = nullptr;
  std::size_t StoredSummary::* total = nullptr;
};

inline constexpr std::size_t kFates = 4;
extern const std::array<Fate, kFates> kAllFates;

// Some objects, "NAMESPACE/NAME" or "NAME".
struct MetObjects {
  std::size_t objects = 0;
  std::string first = {};

  void Add(std::string_view object) {
    if (objects++ == 0) first = object;
  }
};

// The objects that a change meets, by fate.
using Met = std::array<MetObjects, kFates>;

// Whether it harms one of them.
bool Harms(const Met& met);
// "2 are refused, first a/x; 1 loses data, first b/y"; empty where it meets none.
std::string MetText(const Met& met);

// All stored objects of a CRD.
struct StoredPart {
  std::string version = {};  // that they are read in
  KindCounts counts = {};
  KindCounts others = {};    // of `counts`, what is about no change that is listed
  std::vector<std::string> notes = {};
  std::string failure = {};  // why not all could be read; empty where they were

  // Whether objects are harmed.
  bool harms() const;
};

// "12 stored objects: 2 would be refused, …".
std::string SentenceOf(const StoredSummary& summary);
// The same of one CRD.
std::string SentenceOf(const StoredPart& part);
// What is about no change, one text each: "refused: CAUSE: 2 objects, first a/x".
std::vector<std::string> OthersOf(const StoredPart& part);

}  // namespace structural::cli
