// A walk compares two schemas of one version: how does the second schema affect objects that the first one accepts?
//
// The objects are those that the first server accepts without dropping fields: requests with fields of its schema only,
// and the objects that it has stored.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/compare/obligations.h"
#include "schema/compare/value_changes.h"
#include "schema/crd/model/structural.h"
#include "schema/kubernetes/violation.h"

namespace structural::compare {

// A step on the path to a value: a name, any other key, or a list element.
struct Step {
  enum class Kind { kName, kOtherKey, kElement };
  Kind kind = Kind::kName;
  std::string name = {};

  friend bool operator==(const Step&, const Step&) = default;
};
using FieldSteps = std::vector<Step>;

// Returns the path as text: ".spec.ports[].name", ".labels{}"; "." is the object itself.
std::string FieldText(const FieldSteps& steps);

// Properties of a CEL rule by which its errors are recognized.
struct RuleDetail {
  std::string message = {};  // message in the errors of the rule; empty: computed when the rule runs
  bool transition = false;   // whether the rule reads oldSelf
};

// A result of the walk for one field. Notes of two walks become changes (Merging).
struct Note {
  enum class Kind {
    kRefused,                  // values that were accepted may be refused
    kConditionOnChangedValue,  // a condition of both schemas applies to values that may change
    kLost,                     // a field that was kept is dropped
    kDefault,                  // a default is added, changed or removed
    kMerge,                    // server-side apply merges the value in another way
    kText,                     // a description, title or example changes
  };
  Kind kind = Kind::kRefused;
  std::string_view keyword = {};  // static storage
  FieldSteps field = {};
  std::string before = {};
  std::string after = {};
  std::string before_path = {};  // path of the keyword in each CRD, as Kubernetes prints it
  std::string after_path = {};
  std::vector<std::string> hints = {};
  RuleDetail rule = {};
  // fields that cause the effect or are read by the rule, relative to `field`
  std::vector<FieldSteps> affecting_fields = {};
  // Whether the refused value is a null that the first server does not store, because it drops the null, or replaces it
  // by a default. Set with kRefused only.
  bool is_unstored_null = false;
};

// The fields of a stored object that are still valid when an update of the status reads the object. Such an update does
// not validate the fields outside of the status.
class RereadFields {
 public:
  virtual ~RereadFields() = default;
  // Whether a field that every accepted object has is still present and valid when the object is read.
  virtual bool IsStillValid(std::span<const Step> field) const = 0;
};

// One of the two schemas that a walk compares, as a structural schema and as compiled checks.
struct WalkedSchema {
  const crd::Structural* schema = nullptr;               // null: no schema
  const objects::Checks* checks = nullptr;               // null: every value is valid
  const kubernetes::FieldPath& path;                     // path of the schema in the CRD
  bool prunes = true;                                    // whether the server drops unknown fields
  bool has_status = false;                               // whether status is a subresource, which a create drops
  std::vector<const objects::Checks*> more_checks = {};  // checks of the server that the schema does not have
  const RereadFields* read_again = nullptr;              // fields that an update reads as valid; null: all
};

struct WalkResult {
  std::vector<Note> notes;
  bool complete = true;  // false: the walk stopped early, so notes may be missing
};

// Compares both schemas. If `texts` is true, also notes differences that affect no object, such as descriptions. Pure.
// Recursive: stops, with an incomplete result, before the stack is exhausted.
WalkResult WalkSchemas(const WalkedSchema& from, const WalkedSchema& to, bool texts, ComparisonBudget& budget);

}  // namespace structural::compare
