// ValueChanges: the places at which an object has another value after an update of the CRD than before. The reason is
// that a server drops parts of the object or sets other defaults, or that CEL expressions see other types.
//
// Conditions on all other places have the same result before and after the update.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/objects/validate.h"

namespace structural::compare {

struct ValueChanges;
using ValueChangesPtr = std::unique_ptr<ValueChanges>;

struct ValueChanges {
  bool value_may_change = false;  // whether the value may change, appear or disappear
  bool may_appear = false;        // whether the value may appear
  bool may_disappear = false;     // whether the value may disappear
  bool type_may_change = false;   // whether the type that CEL expressions see may change
  std::map<std::string, ValueChangesPtr, std::less<>> members = {};
  ValueChangesPtr others = nullptr;  // changes of members whose keys are not properties
  ValueChangesPtr items = nullptr;

  bool HasNoChanges() const { return !value_may_change && !type_may_change && IsWhole(); }
  // Whether the changes concern the value as a whole, and not single members or items.
  bool IsWhole() const { return members.empty() && others == nullptr && items == nullptr; }
  // Returns the changes of a member; null if the member does not change.
  const ValueChanges* Member(std::string_view key) const;
  // Whether the value itself, or a value inside it, may change.
  bool ChangesValue() const;
  // Whether a member may appear or disappear.
  bool MemberMayAppear() const;
  bool MemberMayDisappear() const;
};

// Returns the part. If `part` is null, creates it first.
ValueChanges& MakeIfMissing(ValueChangesPtr& part);

// A selection in an expression, such as self.a.b: the field names after the variable.
using FieldChain = std::vector<std::string>;

// Whether an expression that reads the field at the end of the chain may have another result.
bool MayDiffer(const ValueChanges& changes, std::span<const std::string> chain);

// Whether these checks, which are the same before and after the update, may have another result.
bool MayDiffer(const ValueChanges& changes, const objects::Checks& checks);

}  // namespace structural::compare
