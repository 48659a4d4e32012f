// UnionError: an error in the unions that a schema or a CRD declares.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"

namespace structural::unions::kep {

// The requirement on unions that an error violates. Each code corresponds to a rule of lint.
enum class UnionErrorCode {
  kAnnotation,   // the annotation structural.lint/unions has the right form, and its pointers lead to schemas
  kPlace,        // unions are in a structural schema of type object, outside of allOf, anyOf, oneOf and not
  kForm,         // a union is an object with fields and without unknown keys
  kSpelling,     // if the fields have both spellings, or a list of unions is declared twice, the two values are equal
  kMember,       // fields and discriminators are properties of the same schema
  kOptional,     // fields are not required
  kOverlap,      // a field is in only one union, once
  kValue,        // each field has a value for the discriminator, which no other field of the union has
  kString,       // a discriminator is a string
  kRecommended,  // a union has a discriminator: advice only, the union can be used without one
};

// An error in a declaration of unions. Plain data.
struct UnionError {
  UnionErrorCode code;
  std::string path;  // `properties[a].x-kubernetes-unions[0].discriminator`
  std::string text;  // "must be of type string"
};

inline bool IsAdvice(const UnionError& error) { return error.code == UnionErrorCode::kRecommended; }

// The errors of one CRD or schema, in the order in which they are found, within base::OutputBudget. An error with the
// text base::kTruncated replaces the first error that exceeds the budget. Further errors are dropped. Not thread-safe.
class UnionErrors {
 public:
  UnionErrors() = default;
  UnionErrors(std::initializer_list<UnionError> all) {
    for (const UnionError& one : all) Add(one);
  }

  void Add(UnionError one) {
    if (full()) return;
    if (budget_.Spend(one.path.size() + one.text.size())) {
      all_.push_back(std::move(one));
    } else {
      all_.push_back({one.code, {}, std::string(base::kTruncated)});
    }
  }
  // Whether the budget is exhausted. Further errors are then dropped, so a search can stop.
  bool full() const { return budget_.exhausted(); }

  bool empty() const { return all_.empty(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<UnionError> all_;
  base::OutputBudget budget_;
};

// Returns the path of the member `key` of the value at `path`, in the notation of violations: "spec.versions".
inline std::string ChildPath(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

// Returns the path of an element of the value at `path`, by its index or key: "properties[a]".
inline std::string ElementPath(const std::string& path, std::string_view index) {
  return path + "[" + std::string(index) + "]";
}

}  // namespace structural::unions::kep
