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

// The alternatives that a type can allow, as bits.
enum Alternative : unsigned { kNothing = 0, kScalar = 1, kList = 2, kMap = 4 };

// Returns the alternative of `type` that fits the value. If none fits, returns all alternatives of the type. `type` may
// be null.
//
// Upstream: typed/helpers.go deduceAtom (v6.4.2).
unsigned Deduce(const Type* type, const json::Value* value);

// The path element of a list's item, or the reason why the item has none.
//
// Upstream: typed/helpers.go listItemToPathElement (v6.4.2).
struct ItemElement {
  PathElement element = PathElement::Invalid();
  std::string error = {};  // empty: none
};
ItemElement ElementOfItem(const ListType& list, const json::Value& item, base::Arena& arena);

// Finds the items of a list by their path elements. Points to the vector of elements, which must outlive it.
class ItemIndex {
 public:
  explicit ItemIndex(const std::vector<PathElement>& elements);

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // Returns the index of the first item with this path element; kNone if no item has it.
  std::size_t Find(const PathElement& element) const;
  // Returns the indexes of all items with this path element, in ascending order.
  std::span<const std::uint32_t> All(const PathElement& element) const;

 private:
  const std::vector<PathElement>& elements_;
  std::vector<std::uint32_t> order_;     // indexes of the items, sorted by path element, then by index
  std::vector<std::size_t> group_ends_;  // for each index of order_: the end of the items with the same path element
};

// Returns Kubernetes' error for a value that is not of the scalar type. The error contains the value as Go prints it.
// Returns nullopt if the value is null or of the type.
//
// Upstream: typed/validate.go validateScalar (v6.4.2).
std::optional<std::string> ScalarError(Scalar scalar, const json::Value* value);

// PrintedValue returns a value like Go's %v of structured-merge-diff's type Value: `&{x}`. PrintedValueSyntax returns
// it like %#v: `&value.valueUnstructured{Value:"x"}`.
std::string PrintedValue(const json::Value& value);
std::string PrintedValueSyntax(const json::Value& value);

}  // namespace structural::merge
