// The items of a list with their path elements, for functions that visit typed values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/merge/path_element.h"
#include "schema/merge/type.h"

namespace structural::merge {

// The alternatives that a type can allow, as bits of a set.
enum Alternative : unsigned { kNothing = 0, kScalar = 1, kList = 2, kMap = 4 };

// Returns the alternative of `type` that fits the value. If none fits, or the value is null, returns all alternatives
// of the type. Returns kNothing if `type` is null.
//
// Upstream: typed/helpers.go deduceAtom (v6.4.2).
unsigned DeduceAlternatives(const Type* type, const json::Value* value);

// The path element of a list's item, or the reason why the item has none.
//
// Upstream: typed/helpers.go listItemToPathElement (v6.4.2).
struct ItemElement {
  PathElement element = PathElement::Invalid();
  std::string error = {};  // empty if the item has a path element
};
ItemElement ElementOfItem(const ListType& list, const json::Value& item, base::Arena& arena);

// Finds the items of a list by their path elements. Points to the vector of elements, which must outlive it.
class ItemIndex {
 public:
  explicit ItemIndex(const std::vector<PathElement>& elements);

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // Returns the index of the first item that has this path element; kNone if no item has it.
  std::size_t Find(const PathElement& element) const;
  // Returns the indexes of all items that have this path element, in ascending order.
  std::span<const std::uint32_t> FindAll(const PathElement& element) const;

 private:
  const std::vector<PathElement>& elements_;
  std::vector<std::uint32_t> order_;  // indexes of the items, sorted by path element, then by index
  // for each position in order_: the position after the last item that has the same path element
  std::vector<std::size_t> group_ends_;
};

// Returns Kubernetes' error for a value that the scalar type does not allow. The error contains the value as Go prints
// it. Returns nullopt if the value is allowed, or is null.
//
// Upstream: typed/validate.go validateScalar (v6.4.2).
std::optional<std::string> ScalarError(Scalar scalar, const json::Value* value);

// PrintedValue returns a value as Go's %v prints it in structured-merge-diff's type Value: `&{x}`. PrintedValueSyntax
// returns it as %#v prints it: `&value.valueUnstructured{Value:"x"}`.
std::string PrintedValue(const json::Value& value);
std::string PrintedValueSyntax(const json::Value& value);

}  // namespace structural::merge
