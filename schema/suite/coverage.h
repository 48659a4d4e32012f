// Coverage: what of a CRD's schema the cases of its suites have met.
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

// A part of a schema that a case can meet.
struct CoverageItem {
  enum class Kind { kField, kEnum, kBranch, kRule };

  Kind kind;
  std::string path;  // of the value: "spec.ports[*].name"
  std::string what;  // the enum's value, "oneOf[1]", the rule
  bool met = false;     // of a rule: a value passed it
  bool failed = false;  // of a rule: a value failed it
  bool covered() const { return met && (failed || kind != Kind::kRule); }
};

// Of one version of a CRD, which may come from several manifests: what is equal in them is one item.
// Not thread-safe.
class Coverage {
 public:
  // The objects and rules that come next are of this version, which must outlive them.
  void Open(const admission::ServedVersion& version);
  // Of an object that was sent, or stored.
  void Meet(const json::Value& object);
  // Where the evaluation notes which rules were true and false. Valid until Open.
  expressions::RuleTrace& trace() { return trace_; }
  // Before the items are read.
  void Close();

  // All, by path.
  std::vector<const CoverageItem*> Items() const;
  // Those that are not covered, but not what is below a field that no case sets.
  std::vector<const CoverageItem*> Gaps() const;

 private:
  using Key = std::tuple<std::string, CoverageItem::Kind, std::string>;
  struct Parts {
    CoverageItem* field = nullptr;
    std::vector<CoverageItem*> enumeration;
    std::vector<std::pair<const objects::Checks*, CoverageItem*>> branches;
  };

  CoverageItem* Declare(CoverageItem::Kind kind, const std::string& path, std::string what);
  void DeclareChecks(const objects::Checks& checks, const std::string& path, bool is_root);
  void DeclareBranches(std::span<const objects::Checks* const> branches, std::string_view junctor,
                       const std::string& path, Parts& to);
  void DeclareRules(const model::Structural& schema, const std::string& path);
  void Meet(const objects::Checks& checks, const json::Value& value, bool is_root);

  std::map<Key, CoverageItem> items_;
  const objects::Checks* root_ = nullptr;
  std::unordered_map<const objects::Checks*, Parts> parts_;               // of the open version
  std::unordered_map<const model::ValidationRule*, CoverageItem*> rules_;  // the same
  expressions::RuleTrace trace_;
};

}  // namespace structural::suite
