// Editions: the functions, macros and syntax that expressions can use in a release of Kubernetes.
//
// A new expression can use only functions that both the server's release and the previous release have. A stored
// expression can use all functions of the server's release. Before 1.28, both kinds of expressions have the same
// functions.
//
// Upstream: apiserver/pkg/cel/environment/base.go baseOpts, DefaultCompatibilityVersion (v0.28 to v0.38), and
// apiextensions-apiserver schema/cel/compilation.go getBaseEnv (v0.25 to v0.27).
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "schema/kubernetes/releases.h"

namespace structural::cel {

// The releases that have a feature, as minor versions. `for_new` is the first release in which new expressions can use
// the feature, and `for_stored` the first release in which stored expressions can use it; 0: all releases. `last_minor`
// is the last release that has the feature.
struct Since {
  int for_new = 0;
  int for_stored = 0;
  int last_minor = std::numeric_limits<int>::max();
};

// A release, Kubernetes 1.`minor`, and whether an expression is new or stored. Both determine which functions the
// expression can use. A value type.
struct Edition {
  int minor = kubernetes::kDefaultMinor;
  bool stored = false;  // whether the expression is in a stored object

  constexpr bool Has(Since since) const {
    return (stored ? since.for_stored : since.for_new) <= minor && minor <= since.last_minor;
  }
};

// Features other than functions. LanguageParts() has a row for each, in this order.
enum class LanguagePart : char {
  kMixedComparisons,  // comparisons of different number types; their overloads are in functions.inc
  kOptionalSyntax,
  kOptMapMacro,
  kOptFlatMapMacro,
  kElementTypeChecks,
  kMessageNameChecks,
  kLiteralChecks,
  kFormatChecks,
  kKeywordFields,
  kTypeNames,
  kTwoVariableMacros,
  kSortByMacro,
  kEscapedFieldNames,
};

struct LanguagePartRow {
  LanguagePart part;
  Since since;
  std::string_view description;  // for users
};

std::span<const LanguagePartRow> LanguageParts();

Since SinceOf(LanguagePart part);

inline bool Has(const Edition& edition, LanguagePart part) { return edition.Has(SinceOf(part)); }

}  // namespace structural::cel
