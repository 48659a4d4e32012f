#include <set>
#include <string>
#include <utility>

#include "schema/base/pointer.h"
#include "schema/fix/strategies.h"
#include "schema/fix/types.h"
#include "schema/fix/work.h"

namespace structural::fix {
namespace {

// Whether the checks of a branch can be moved to the schema: apart from its type, the branch has only type-specific
// checks, and the schema has none of the same keywords.
bool CanMove(const json& branch, const json& schema) {
  const Types types = OwnTypesOf(branch);
  for (const auto& [key, value] : branch.items()) {
    if (key == "type" || key == "description" || key == "title") continue;
    if (schema.contains(key) || (OfKeyword(key) & types) == 0) return false;
  }
  return true;
}

// Whether the branches are one for integers and one for strings, in any order, whose checks can be moved to the schema.
bool AreIntegerAndString(const json& branches, const json& schema) {
  if (!branches.is_array() || branches.size() != 2) return false;
  if (!branches[0].is_object() || !branches[1].is_object()) return false;
  const Types first = OwnTypesOf(branches[0]), second = OwnTypesOf(branches[1]);
  return (first | second) == (kInteger | kString) && (first & second) == 0 && CanMove(branches[0], schema) &&
         CanMove(branches[1], schema);
}

// Fixes a schema with x-kubernetes-int-or-string: removes from anyOf and oneOf the types that the extension implies,
// and moves checks that apply to integers only or strings only to the schema.
void FixIntOrString(json& schema, const std::string& at, PlanContext& work) {
  if (!IsTrue(schema, kIntOrString)) return;
  if (schema.contains(kPreserve) &&
      work.ProposeChange(ChangeImpact::kSame, "int-or-string-preserve-unknown-fields",
                         base::ChildPointer(at, kPreserve), "an integer or string has no fields")) {
    schema.erase(kPreserve);
  }
  for (const char* list : {"anyOf", "oneOf"}) {
    const json* branches = Find(schema, list);
    if (branches == nullptr || IsIntOrString(*branches) || !AreIntegerAndString(*branches, schema)) continue;
    if (!work.ProposeChange(ChangeImpact::kSame, "nested-type", base::ChildPointer(at, list),
                            "written as x-kubernetes-int-or-string allows it; checks of strings do not apply "
                            "to integers, or the reverse")) {
      continue;
    }
    const json moved = *branches;
    schema.erase(list);
    for (const json& branch : moved) {
      for (const auto& [key, value] : branch.items()) {
        if ((OfKeyword(key)) != 0) schema[key] = value;
      }
    }
    // Adds anyOf, because a server with the extension alone would accept 1.0000000001 as an integer.
    if (!schema.contains("anyOf")) schema["anyOf"] = IntOrStringForm();
  }
}

class SchemaFix {
 public:
  SchemaFix(bool prunes, PlanContext& work) : prunes_(prunes), work_(work) {}

  // Fixes a schema and the schemas inside it. `about`: the branches of outer schemas that restrict the same value.
  void Node(json& schema, const std::string& at, bool root, const BranchSchemas& about);

 private:
  bool MustSpecify(const json& schema, const BranchSchema& evidence) const;
  std::set<std::string> Specify(json& schema, const BranchSchemas& about);
  void Properties(json& schema, const std::string& at, const BranchSchemas& about);
  void Items(json& schema, const std::string& at, const BranchSchemas& about);

  const bool prunes_;
  PlanContext& work_;
};

bool SchemaFix::MustSpecify(const json& schema, const BranchSchema& evidence) const {
  return evidence.completes_root || (prunes_ && !IsTrue(schema, kPreserve) && !schema.contains("additionalProperties"));
}

// Adds an empty schema for each field that only branches specify, and returns the fields' names. The function
// Properties later removes the schemas that get no type.
std::set<std::string> SchemaFix::Specify(json& schema, const BranchSchemas& about) {
  std::set<std::string> added;
  for (const BranchSchema& evidence : about) {
    const json* properties = Find(*evidence.schema, "properties");
    if (properties == nullptr || !MustSpecify(schema, evidence)) continue;
    for (const auto& [key, field] : properties->items()) {
      const bool implied = key == "metadata" || !field.is_object() || field.empty();
      if (implied || schema["properties"].contains(key)) continue;
      schema["properties"][key] = json::object();
      added.insert(key);
    }
  }
  return added;
}

void SchemaFix::Properties(json& schema, const std::string& at, const BranchSchemas& about) {
  const std::set<std::string> added = Specify(schema, about);
  json* properties = Find(schema, "properties");
  if (properties == nullptr || !properties->is_object() || properties->empty()) return;
  const std::string below = base::ChildPointer(at, "properties");
  BranchSchemasByProperty known = OfProperties(about);
  for (auto it = properties->begin(); it != properties->end();) {
    const bool was_null = it->is_null();
    if (was_null) *it = json::object();
    Node(*it, base::ChildPointer(below, it.key()), false, std::exchange(known[it.key()], {}));
    if (was_null && it->empty()) *it = nullptr;
    it = added.contains(it.key()) && it->empty() ? properties->erase(it) : std::next(it);
  }
  if (properties->empty()) schema.erase("properties");
}

void SchemaFix::Items(json& schema, const std::string& at, const BranchSchemas& about) {
  json* items = Find(schema, "items");
  const std::string below = base::ChildPointer(at, "items");
  const BranchSchemas known = OfItems(about);
  if (items != nullptr && !items->is_null()) return Node(*items, below, false, known);
  const bool wanted = TextOf(schema, "type") == "array";
  if (!wanted) return;
  json added = json::object();
  Node(added, below, false, known);
  if (!added.empty()) schema["items"] = std::move(added);
}

void SchemaFix::Node(json& schema, const std::string& at, bool root, const BranchSchemas& about) {
  if (!schema.is_object() || work_.full()) return;
  FixUnsupported(schema, at, work_);
  FixResource(schema, at, root, work_);
  DecideType(schema, at, root, prunes_, about, work_);
  FixIntOrString(schema, at, work_);
  FixPattern(schema, at, work_);
  {
    const BranchSchemas all = WithBranches(schema, at, root, about);
    Properties(schema, at, all);
    Items(schema, at, all);
  }
  if (json* additional = Find(schema, "additionalProperties")) {
    Node(*additional, base::ChildPointer(at, "additionalProperties"), false, {});
  }
  FixComposition(schema, at, work_);
}

}  // namespace

void FixSchema(json& schema, const std::string& at, bool prunes, PlanContext& work) {
  SchemaFix(prunes, work).Node(schema, at, true, {});
}

}  // namespace structural::fix
