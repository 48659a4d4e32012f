// The sentences of all reports about the effects of a change on objects in general, and on stored objects.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/stored/counts.h"
#include "schema/compare/compare.h"

namespace structural::cli {

struct Claim {
  std::string_view id;    // value in JSON, such as "possibly smaller"
  std::string_view noun;  // the subject of the sentence: "change", "CRD"
  std::string_view one;   // predicate of a singular noun: "refuses objects that were accepted"
  std::string_view many;  // predicate of a plural noun
};

// Returns all claims, the most severe first. Static storage duration.
std::span<const Claim> AllClaims();

// Returns the claim of a change. Static storage duration.
const Claim& ClaimOf(const compare::Change& change);

// Number of changes by the id of their claim.
using ClaimCounts = std::map<std::string_view, std::size_t>;

// Returns a text such as "6 changes refuse objects that were accepted, 1 may lose data of objects",
// the most severe first.
std::string CountsText(const ClaimCounts& counts);

// An effect of the update on a stored object at the next write of a client, which the old CRD did
// not have.
struct StoredEffect {
  std::string_view name;  // key in JSON
  // Predicate after a number of objects: "would be refused".
  std::string_view phrase;
  // Whether the effect harms the object: a server refuses the object, now or later, or the object loses data.
  bool harms = true;
  std::vector<kubernetes::FieldError> StoredOutcome::*causes = nullptr;  // errors with this effect; null: see `paths`
  std::vector<std::string> StoredOutcome::*paths = nullptr;              // fields with this effect; null: see `causes`
  PatternCounts KindCounts::*counts = nullptr;
  std::size_t StoredSummary::*total = nullptr;
};

inline constexpr std::size_t kStoredEffects = 4;
extern const std::array<StoredEffect, kStoredEffects> kAllStoredEffects;

// Counts the affected objects, and stores the name of the first one as "NAMESPACE/NAME" or "NAME".
struct AffectedObjectCount {
  std::size_t objects = 0;
  std::string first = {};

  void Add(std::string_view object) {
    if (objects++ == 0) first = object;
  }
};

// The objects that a change affects, by the index of the effect in kAllStoredEffects.
using AffectedObjects = std::array<AffectedObjectCount, kStoredEffects>;

// Returns whether the change harms any stored object.
bool Harms(const AffectedObjects& affected);
// Returns "2 are refused, first a/x; 1 loses data, first b/y"; empty if no object is affected.
std::string AffectedObjectsText(const AffectedObjects& affected);

// The results for all stored objects of a CRD.
struct StoredPart {
  std::string version = {};  // API version in which the objects are read
  KindCounts counts = {};
  KindCounts others = {};  // results in `counts` that no listed change causes
  std::vector<std::string> notes = {};
  std::string failure = {};  // reason for an incomplete read; may be empty

  // Returns whether objects are harmed.
  bool harms() const;
};

// Returns "12 stored objects: 2 would be refused, …".
std::string SentenceOf(const StoredSummary& summary);
// Returns "12 stored objects: 2 would be refused, …" for one CRD.
std::string SentenceOf(const StoredPart& part);
// Returns the results that no change causes, one text each: "refused: CAUSE: 2 objects, first a/x".
std::vector<std::string> OthersOf(const StoredPart& part);

}  // namespace structural::cli
