// UnionError: what is wrong with the unions that a schema or a CRD declares.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"

namespace structural::unions::kep {

// What it is that a declaration does not keep. Linting has a rule for each.
enum class UnionErrorCode {
  kAnnotation,   // the annotation is readable, and leads to schemas
  kPlace,        // unions stand at an object of a structural schema, outside of junctors
  kForm,         // a union is an object with members, and nothing that is not known
  kSpelling,     // what is said twice is the same
  kMember,       // members and discriminators are properties of the same schema
  kOptional,     // members are not required
  kOverlap,      // a field has one place in one union
  kValue,        // each member has a value of its own
  kString,       // a discriminator is a string
  kRecommended,  // a union has a discriminator: advice, the unions can be used without
};

// Plain data.
struct UnionError {
  UnionErrorCode code;
  std::string path;  // `properties[a].x-kubernetes-unions[0].discriminator`
  std::string text;  // "must be of type string"
};

inline bool IsAdvice(const UnionError& error) { return error.code == UnionErrorCode::kRecommended; }

// Those of one CRD or schema, in the order in which they are found, within base::OutputBudget: in
// the place of the first one that does not fit, and all that follow, stands one that says so.
// Not thread-safe.
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
      all_.push_back({one.code, {}, std::string(base::kCutShort)});
    }
  }
  // Nothing more is added. Who looks for them asks now and then, and stops.
  bool full() const { return budget_.exhausted(); }

  bool empty() const { return all_.empty(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<UnionError> all_;
  base::OutputBudget budget_;
};

// Paths in a schema, as violations write them.
inline std::string Below(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

inline std::string Indexed(const std::string& path, std::string_view index) {
  return path + "[" + std::string(index) + "]";
}

}  // namespace structural::unions::kep
