// The sentences of the reports: about the effects of changes on objects in general, and about their effects on stored
// objects.
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

// Claim: an effect that changes can have on objects or clients, with the words for it in sentences.
struct Claim {
  std::string_view id;        // value of "claim" in the JSON report, such as "possibly smaller"
  std::string_view subject;   // subject of the sentence, a singular noun: "change", "CRD"
  std::string_view singular;  // predicate for one subject: "refuses objects that were accepted"
  std::string_view plural;    // predicate for several subjects: "refuse objects that were accepted"
};

// Returns all claims, the most severe first. Static storage duration.
std::span<const Claim> AllClaims();

// Returns the effect of a change as a claim. Static storage duration.
const Claim& ClaimOf(const compare::Change& change);

// Number of changes by the id of their claim.
using ClaimCounts = std::map<std::string_view, std::size_t>;

// Returns the numbers in words, the most severe claim first: "6 changes refuse objects that were accepted, 1 may lose
// data of objects".
std::string CountsText(const ClaimCounts& counts);

// An effect on a stored object when a client next writes it. Only effects of the new CRD that the old CRD does not have
// are reported.
struct StoredEffect {
  std::string_view name;  // key in the JSON report
  // Predicate that follows a number of objects: "would be refused".
  std::string_view phrase;
  // true: the effect harms the object, because a server refuses it, now or after a change of its value, or because it
  // loses data
  bool harms = true;
  // The members of other structs with the data of this effect. StoredOutcome has errors (`causes`) or fields (`paths`),
  // so one of these two is null. KindCounts has the counts for one kind, StoredSummary the number for all kinds.
  std::vector<kubernetes::FieldError> StoredOutcome::*causes = nullptr;
  std::vector<std::string> StoredOutcome::*paths = nullptr;
  PatternCounts KindCounts::*counts = nullptr;
  std::size_t StoredSummary::*total = nullptr;
};

inline constexpr std::size_t kStoredEffectCount = 4;
// All effects, the most severe first.
extern const std::array<StoredEffect, kStoredEffectCount> kAllStoredEffects;

// The number of affected objects, and the name of the first one: "NAMESPACE/NAME" or "NAME".
struct AffectedObjectCount {
  std::size_t objects = 0;
  std::string first = {};

  void Add(std::string_view object) {
    if (objects++ == 0) first = object;
  }
};

// The numbers of objects that a change affects. The index of an effect is that in kAllStoredEffects.
using AffectedObjects = std::array<AffectedObjectCount, kStoredEffectCount>;

// Returns whether the change harms any stored object.
bool Harms(const AffectedObjects& affected);
// Returns the numbers in words: "2 would be refused, first a/x; 1 would lose data, first b/y". Empty if no object is
// affected.
std::string AffectedObjectsText(const AffectedObjects& affected);

// The results for all stored objects of a CRD.
struct StoredResults {
  std::string version = {};  // version in which the objects were read
  KindCounts counts = {};
  KindCounts unattributed = {};  // the part of `counts` that no change of the report causes
  std::vector<std::string> notes = {};
  std::string failure = {};  // reason for an incomplete read; may be empty

  // Returns whether an effect harms at least one object.
  bool harms() const;
};

// Returns the counts of all CRDs as a sentence: "12 stored objects: 2 would be refused, …".
std::string SentenceOf(const StoredSummary& summary);
// Returns the counts of one CRD as a sentence of the same form.
std::string SentenceOf(const StoredResults& part);
// Returns a text for each effect that no change of the report causes: "refused: CAUSE: 2 objects, first a/x".
std::vector<std::string> UnattributedTexts(const StoredResults& part);

}  // namespace structural::cli
