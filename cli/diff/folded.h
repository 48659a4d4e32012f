// The changes of a CRD for people: one for all that have the same cause.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/diff/diff.h"

namespace structural::cli {

// The same change of several fields or versions.
struct FoldedChange {
  DiffEntry entry = {};                    // the first one; others have other fields and versions
  std::string cause = {};                  // what it says, in short, without field and version: "maximum: 10 -> 5"
  std::vector<std::string> fields = {};    // each once
  std::vector<std::string> versions = {};  // each once
  std::size_t more_fields = 0;             // that are not named
  std::size_t changes = 0;
  bool through_storage = true;             // all of them are because of the storage version

  // ".spec.{a, b}, .spec.c[].d and 12 other fields (v1, v2)".
  std::string Subject() const;
  // "the maximum …, because of the storage version v1".
  std::string Text() const;
};

// The same finding of several places.
struct FoldedRefusal {
  findings::Finding finding = {};  // the first one
  std::size_t more = 0;
};

struct FoldedCrd {
  std::string name = {};  // with the file where several have it
  CrdDiff::State state = CrdDiff::State::kChanged;
  std::string before_file = {};
  std::string after_file = {};
  std::string renamed_from = {};
  bool rename_fails = false;
  std::string error = {};
  bool complete = true;
  bool fails = false;
  std::optional<StoredPart> stored = {};
  std::vector<std::string> versions = {};  // a sentence for those that agree: "v1, v2: accepts the same objects"
  std::vector<FoldedChange> failing = {};  // by the policy
  std::vector<FoldedChange> others = {};
  std::vector<FoldedRefusal> refusals = {};  // first those that fail
  ClaimCounts failing_counts = {};           // of changes, before they were folded
  ClaimCounts other_counts = {};             // with those of texts

  // One of them stands for several.
  bool is_folded() const;
  // "3 changes fail, 5 do not".
  std::string CountsOf() const;
};

struct FoldOptions {
  bool texts = false;  // changes of texts are changes; otherwise they are only counted
  bool apart = false;  // nothing is folded, or shortened
};

FoldedCrd Fold(const CrdDiff& diff, const FoldOptions& options);

// The subject's parts.
std::string FieldsText(const FoldedChange& change);
// Empty: the change is about the CRD.
std::string VersionsText(const FoldedChange& change);

}  // namespace structural::cli
