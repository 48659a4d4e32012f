// Normalisation of unions as Kubernetes' code did it until Kubernetes removed it. kep/normalize.h has the normalisation
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
  kNormalize,  // an update of the object `before` to `now`
  kApply,      // a server-side apply: `before` is the applied object, and `now` is the merged result
};

struct MergeOptions {
  MergeMode mode = MergeMode::kNormalize;
  // Whether a single set field determines the discriminator, even if the discriminator has another value. Applies only
  // to unions at the root. A schema cannot express this option.
  bool deduce_invalid_discriminator = false;
};

// Normalises `now` in place. Returns the reasons why unions are refused, sorted. If it returns any, `now` is only
// partly normalised. Added values are in `arena`. Pure except for `now` and `arena`; safe to call from several threads.
//
// Returns an error if a value does not conform to the type. Also returns an error in the cases in which Kubernetes'
// code panics: both values are empty or atomic, or an object with unions is null or replaces a value of another kind.
//
// Upstream: structured-merge-diff typed.NormalizeUnions, typed.NormalizeUnionsApply (v4.3.0), with the names of a list
// of fields sorted and POINTER for the pointer that it prints.
base::Result<std::vector<std::string>> NormalizeMerged(const json::Value& before, json::Value& now,
                                                       const MergeType& type, MergeOptions options, base::Arena& arena);

// The arguments of NormalizeUnion and NormalizeAppliedUnion.
struct UnionStep {
  const Union& of;
  const json::Value* before;  // the old object or, for NormalizeAppliedUnion, the applied object; may be null
  json::Value& now;           // an object
  bool deduce_discriminator;  // see MergeOptions::deduce_invalid_discriminator
};
// Normalise one union in an update or an apply. Return the reason why the union is refused; an empty text if it is
// accepted.
std::string NormalizeUnion(const UnionStep& step, base::Arena& arena);
std::string NormalizeAppliedUnion(const UnionStep& step, base::Arena& arena);

}  // namespace structural::unions
