// What tells the items of a list apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "schema/json/value.h"
#include "schema/unions/merge_type.h"

namespace structural::unions {

// A text that is the same for the same keys of an item, or the same value in a set: 1 and 1.0 are
// the same. Nothing where a key is missing and has no default. Precondition: a list that is not
// atomic.
//
// Upstream: structured-merge-diff typed listItemToPathElement (v4.3.0).
std::optional<std::string> ItemKey(const json::Value& item, const MergeType& list);

// The items of a list by their keys. Points into the list.
class ItemIndex {
 public:
  // Of what is no list, or nullptr, there are none.
  ItemIndex(const json::Value* list, const MergeType& type);

  // The item with the keys of this one, or nullptr.
  const json::Value* Find(const json::Value& item) const;

 private:
  const MergeType& type_;
  std::unordered_map<std::string, const json::Value*> items_;
};

}  // namespace structural::unions
