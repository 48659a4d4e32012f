// A walk through the schemas of one version, before and after, from one to the other: what becomes
// of the objects of the first one under the second one.
//
// The objects are those that the first server accepts and drops nothing of: requests that set only
// fields of its schema, and all that it has stored of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/compare/obligations.h"
#include "schema/compare/touched.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::compare {

// A field on the way to a value: a name, "*" for any other key, or "[]" for an element.
struct Step {
  enum class Kind { kName, kOtherKey, kElement };
  Kind kind = Kind::kName;
  std::string name = {};

  friend bool operator==(const Step&, const Step&) = default;
};
using FieldSteps = std::vector<Step>;

// ".spec.ports[].name", ".labels{}"; "." is the object.
std::string FieldText(const FieldSteps& steps);

// What tells the errors of a rule from others.
struct RuleDetail {
  std::string message = {};  // that is in its errors; empty: it is made when the rule runs
  bool transition = false;   // it compares with oldSelf
};

// What the walk finds at one field.
struct Note {
  enum class Kind {
    kRefused,  // not proved: values that were accepted are accepted
    kConcern,  // a condition that is the same meets a value that is not
    kLost,     // what was kept is dropped
    kDefault,  // another default is set, or none
    kMerge,    // server-side apply merges otherwise
    kText,     // what people read
  };
  Kind kind = Kind::kRefused;
  std::string_view keyword = {};  // static storage
  FieldSteps field = {};
  std::string before = {};
  std::string after = {};
  std::string before_path = {};  // in the CRDs, as Kubernetes prints it
  std::string after_path = {};
  std::vector<std::string> hints = {};
  RuleDetail rule = {};
  std::vector<FieldSteps> via = {};  // fields that matter to it, from this one on
  bool unstored = false;             // of kRefused: a null that the first server drops, or replaces by a default
};

// What an update of the status sees of the rest of the object: it is read again, and not validated.
class ReadAgain {
 public:
  virtual ~ReadAgain() = default;
  // Whether a field that each accepted object has is also there, and valid, when the object is read.
  virtual bool Keeps(std::span<const Step> field) const = 0;
};

// One of the two schemas. Both forms are of the same schema.
struct WalkedSchema {
  const model::Structural* schema = nullptr;  // null: there is none
  const objects::Checks* checks = nullptr;    // null: everything is valid
  const kubernetes::FieldPath& path;          // of the schema, in the CRD
  bool prunes = true;                         // unknown fields are dropped
  bool has_status = false;                    // a subresource: what a create says of it is dropped
  std::vector<const objects::Checks*> more_checks = {};  // that it makes besides
  const ReadAgain* read_again = nullptr;      // null: no update sees what it does not validate
};

struct WalkResult {
  std::vector<Note> notes;
  bool complete = true;  // false: nothing is proved of what was not looked at
};

// Pure. Goes down both schemas by recursion. With `texts`, differences that no object meets are
// noted, too.
WalkResult WalkSchemas(const WalkedSchema& from, const WalkedSchema& to, bool texts, Effort& effort);

}  // namespace structural::compare
