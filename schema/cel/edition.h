// What expressions of a release of Kubernetes may have: functions, macros, syntax.
//
// An API server checks new expressions with what the release before it has, too, and stored ones with all that it
// knows itself. Before 1.28 there is no difference.
//
// Upstream: apiserver/pkg/cel/environment/base.go baseOpts, DefaultCompatibilityVersion (v0.28 to v0.37), and
// apiextensions-apiserver schema/cel/compilation.go getBaseEnv (v0.25 to v0.27).
#pragma once

#include <limits>
#include <span>
#include <string_view>

namespace structural::cel {

// The minors of the first releases that have something; 0: all of them. And of the last one.
struct Since {
  int for_new = 0;
  int stored = 0;
  int last = std::numeric_limits<int>::max();
};

// The expressions of Kubernetes 1.`minor`. A value.
struct Edition {
  static constexpr int kNewestMinor = 37;

  int minor = kNewestMinor;
  bool stored = false;  // as those of a stored object

  constexpr bool Has(Since since) const {
    return (stored ? since.stored : since.for_new) <= minor && minor <= since.last;
  }
};

// What is no function. LanguageParts() has a row for each, in this order.
enum class LanguagePart : char {
  kMixedComparisons,  // overloads, which the table of functions has
  kOptionalSyntax,
  kOptionalMap,
  kOptionalFlatMap,
  kElementChecks,
  kMessageNameChecks,
  kLiteralChecks,
  kFormatChecks,
  kKeywordFields,
  kTwoVariables,
  kSortBy,
  kEscapedNames,
};

struct LanguagePartRow {
  LanguagePart part;
  Since since;
  std::string_view what;  // for people
};

std::span<const LanguagePartRow> LanguageParts();

Since SinceOf(LanguagePart part);

inline bool Has(const Edition& edition, LanguagePart part) { return edition.Has(SinceOf(part)); }

}  // namespace structural::cel
