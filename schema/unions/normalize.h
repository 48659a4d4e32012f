// Normalisation of unions as Kubernetes implemented it before it was removed. kep/normalize.h has the normalisation
// that the KEP specifies.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/unions/merge_type.h"

namespace structural::unions {

enum class MergeMode {
  kNormalize,  // an update from `before` to `now`
  kApply,      // `before` was applied, and `now` is the merged result
};

struct MergeOptions {
  MergeMode mode = MergeMode::kNormalize;
  // For unions at the root: whether a single set field determines the discriminator, even if the discriminator has
  // another value. A schema cannot express this option.
  bool deduce_invalid_discriminator = false;
};

// Normalises `now` in place. Returns the reasons why unions are refused, sorted; `now` is then only partly normalised.
// Added values are in `arena`. Pure except for `now` and `arena`; safe to call from several threads.
//
// Returns an error if a value does not conform to the type, and where Kubernetes' code would panic. It panics if both
// values are empty or atomic, and for null or a value of another kind in the place of an object.
//
// Upstream: structured-merge-diff typed.NormalizeUnions, typed.NormalizeUnionsApply (v4.3.0), with
// the names of a list of fields sorted and POINTER for the pointer that it prints.
base::Result<std::vector<std::string>> NormalizeMerged(const json::Value& before, json::Value& now,
                                                       const MergeType& type, MergeOptions options, base::Arena& arena);

// The arguments of the two functions below. Each function normalises one union. It returns the reason for which the
// union is refused; an empty text if it is accepted.
struct UnionStep {
  const Union& of;
  const json::Value* before;  // may be null
  json::Value& now;           // an object
  bool deduce;
};
std::string NormalizeUnion(const UnionStep& step, base::Arena& arena);
std::string NormalizeAppliedUnion(const UnionStep& step, base::Arena& arena);

}  // namespace structural::unions
