// The changes of a CRD for reports that people read. Changes with the same cause are one entry.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/diff/diff.h"

namespace structural::cli {

// One change, made to several fields or versions.
struct FoldedChange {
  DiffEntry entry = {};                    // the first change; the others differ in field and version
  std::string cause = {};                  // a short form without field and version: "maximum: 10 -> 5"
  std::vector<std::string> fields = {};    // each once
  std::vector<std::string> versions = {};  // each once
  std::size_t more_fields = 0;             // fields that are not in `fields`
  std::size_t changes = 0;
  bool through_storage = true;  // the storage version causes all of them

  // Returns the fields and versions: ".spec.{a, b}, .spec.c[].d and 12 other fields (v1, v2)".
  std::string Subject() const;
  // Returns the change in words: "the maximum …, because of the storage version v1".
  std::string Text() const;
};

// One finding, reported at several places.
struct FoldedRefusal {
  findings::Finding finding = {};  // the first one
  std::size_t more = 0;
};

struct FoldedCrd {
  std::string name = {};  // name of the CRD, with its file if several files define it
  CrdDiff::State state = CrdDiff::State::kChanged;
  std::string before_file = {};
  std::string after_file = {};
  std::string renamed_from = {};
  bool rename_fails = false;
  std::string error = {};
  bool complete = true;
  bool searched = true;
  bool fails = false;
  std::optional<StoredPart> stored = {};
  std::vector<std::string> versions =
      {};  // a sentence for versions with the same effect: "v1, v2: accepts the same objects"
  std::vector<FoldedChange> failing = {};  // those that fail the policy
  std::vector<FoldedChange> others = {};
  std::vector<FoldedRefusal> refusals = {};  // failing ones first
  ClaimCounts failing_counts = {};           // changes before folding
  ClaimCounts other_counts = {};             // including changes of descriptions

  // Returns whether an entry represents several changes.
  bool is_folded() const;
  // Returns "3 changes fail, 5 do not".
  std::string CountsOf() const;
  // Returns a sentence for each limit that ended a comparison or a search early.
  std::vector<std::string_view> LimitSentences() const;
};

struct FoldOptions {
  bool texts = false;     // list changes of descriptions instead of counting them
  bool separate = false;  // list each change separately and in full
};

FoldedCrd Fold(const CrdDiff& diff, const FoldOptions& options);

// Return the parts of FoldedChange::Subject().
std::string FieldsText(const FoldedChange& change);
// Returns an empty text for a change of the whole CRD.
std::string VersionsText(const FoldedChange& change);

}  // namespace structural::cli
