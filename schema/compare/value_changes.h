// ValueChanges: places where an object has different values before and after an update, because a server drops, defaults or
// types parts of it differently.
//
// Equal conditions on the other places have equal results before and after the update.
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
  bool value = false;          // whether the value may change, appear or disappear
  bool may_appear = false;     // whether the value may appear
  bool may_disappear = false;  // whether the value may disappear
  bool type = false;           // whether the type that expressions see may change
  std::map<std::string, ValueChangesPtr, std::less<>> members = {};
  ValueChangesPtr others = nullptr;  // keys that are not properties
  ValueChangesPtr items = nullptr;

  bool HasNoChanges() const { return !value && !type && IsWhole(); }
  // Whether the changes concern the value as a whole, and not single members or items.
  bool IsWhole() const { return members.empty() && others == nullptr && items == nullptr; }
  // Returns the touched part of a member; null: unchanged.
  const ValueChanges* Member(std::string_view key) const;
  // Whether the value itself, or a value inside it, may change.
  bool ChangesValue() const;
  // Whether a member may appear or disappear.
  bool MemberMayAppear() const;
  bool MemberMayDisappear() const;
};

// Returns the part, which is created if it is missing.
ValueChanges& Make(ValueChangesPtr& part);

// A place in an expression: field names, beginning at a variable.
using FieldChain = std::vector<std::string>;

// Whether an expression that reads the end of the chain may have another result.
bool MayDiffer(const ValueChanges& changes, std::span<const std::string> chain);

// Whether equal checks may have another result.
bool MayDiffer(const ValueChanges& changes, const objects::Checks& checks);

}  // namespace structural::compare
