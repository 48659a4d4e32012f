// Coverage: the parts of a CRD's schema that the cases of its suites have exercised.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "schema/admission/served.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
#include "schema/objects/validate.h"

namespace structural::suite {

// A part of a schema that a case can exercise.
struct CoverageItem {
  enum class Kind { kField, kEnum, kBranch, kRule };

  Kind kind;
  std::string path;        // path of the value, with [*] for any item or key: "spec.ports[*].name"
  std::string label;       // kEnum: JSON of the value; kBranch: "oneOf[1]"; kRule: the CEL rule; others: empty
  bool exercised = false;  // whether an object has this part; for kRule: whether a value satisfied it
  bool failed = false;     // for kRule: whether a value violated it; others: false
  bool covered() const { return exercised && (failed || kind != Kind::kRule); }
};

// The coverage of one version of a CRD. A suite can have several manifests of the CRD, with different schemas; a part
// that several manifests have is one item. Not thread-safe.
class Coverage {
 public:
  // Begins the recording for a version: the objects and the results of rules that are recorded until Close count for
  // it. `version` must outlive the recording.
  void Open(const admission::ServedVersion& version);
  // Marks the items that an object exercises. Called for the objects in requests and for stored objects.
  void RecordObject(const json::Value& object);
  // The trace in which an evaluation records the results of CEL rules. Valid until the next Open.
  expressions::RuleTrace& trace() { return trace_; }
  // Ends the recording for the open version. Must be called before the items are read, because it adds the results of
  // rules to them.
  void Close();

  // Returns all items, sorted by path.
  std::vector<const CoverageItem*> Items() const;
  // Returns the items that are not covered. If no case sets a field, returns the item of the field, but not the items
  // below the field.
  std::vector<const CoverageItem*> UncoveredItems() const;

 private:
  using Key = std::tuple<std::string, CoverageItem::Kind, std::string>;
  struct Parts {
    CoverageItem* field = nullptr;
    std::vector<CoverageItem*> enumeration;
    std::vector<std::pair<const objects::Checks*, CoverageItem*>> branches;
  };

  CoverageItem* Declare(CoverageItem::Kind kind, const std::string& path, std::string label);
  void DeclareChecks(const objects::Checks& checks, const std::string& path, bool is_root);
  void DeclareBranches(std::span<const objects::Checks* const> branches, std::string_view composition,
                       const std::string& path, Parts& to);
  void DeclareRules(const crd::Structural& schema, const std::string& path);
  void RecordObject(const objects::Checks& checks, const json::Value& value, bool is_root);

  std::map<Key, CoverageItem> items_;
  const objects::Checks* root_ = nullptr;
  // covered parts of the version that is read now; key: the schema that has them
  std::unordered_map<const objects::Checks*, Parts> parts_;
  // items of the version that is read now; key: CEL rule
  std::unordered_map<const crd::ValidationRule*, CoverageItem*> rules_;
  expressions::RuleTrace trace_;
};

}  // namespace structural::suite
