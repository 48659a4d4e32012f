// Normalisation of unions as Kubernetes had it, before it was taken out again. What the KEP asks
// for is in kep/normalize.h.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/unions/merge_type.h"

namespace structural::unions {

enum class MergeMode {
  kNormalize,  // `before` is updated to `now`
  kApply,      // `before` was applied, and `now` is what came of merging it
};

struct MergeOptions {
  MergeMode mode = MergeMode::kNormalize;
  // Of the unions at the root: whether the discriminator is set to what one field asks for. No
  // schema can say it.
  bool deduce_invalid_discriminator = false;
};

// Normalises `now` in place; -> why unions are refused, sorted, and then `now` is half done. What
// is added lives in `arena`. Pure but for that; safe to call from several threads.
//
// An error where the values do not conform to the type, and where Kubernetes' code would end in a
// panic: both are empty or atomic, null or another kind stands for an object.
//
// Upstream: structured-merge-diff typed.NormalizeUnions, typed.NormalizeUnionsApply (v4.3.0), with
// the names of a list of fields sorted and POINTER for the pointer that it prints.
base::Result<std::vector<std::string>> NormalizeMerged(const json::Value& before, json::Value& now,
                                                       const MergeType& type, MergeOptions options,
                                                       base::Arena& arena);

// Normalises one union; -> why it is refused, or nothing.
struct UnionStep {
  const Union& of;
  const json::Value* before;  // may be null
  json::Value& now;           // an object
  bool deduce;
};
std::string NormalizeUnion(const UnionStep& step, base::Arena& arena);
std::string NormalizeAppliedUnion(const UnionStep& step, base::Arena& arena);

}  // namespace structural::unions
