// The items of a list with the path element of each, for the walks over typed values.
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

// The alternatives of a type, as bits.
enum Alternative : unsigned { kNothing = 0, kScalar = 1, kList = 2, kMap = 4 };

// Returns the alternative of the type that the value has; all alternatives if it has none of them. `type` may be null.
//
// Upstream: typed/helpers.go deduceAtom (v6.4.2).
unsigned Deduce(const Type* type, const json::Value* value);

// The path element of an item, or the reason why it has none.
//
// Upstream: typed/helpers.go listItemToPathElement (v6.4.2).
struct ItemElement {
  PathElement element = PathElement::Invalid();
  std::string error = {};  // empty: none
};
ItemElement ElementOfItem(const ListType& list, const json::Value& item, base::Arena& arena);

// Finds items by their path elements. Keeps a pointer to the elements, which must outlive it.
class ItemIndex {
 public:
  explicit ItemIndex(const std::vector<PathElement>& elements);

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // Returns the first item with this element, or kNone.
  std::size_t Find(const PathElement& element) const;
  // Returns all items with this element, in their order.
  std::span<const std::uint32_t> All(const PathElement& element) const;

 private:
  const std::vector<PathElement>& elements_;
  std::vector<std::uint32_t> order_;  // indexes of the elements, sorted by element and index
};

// Returns Kubernetes' error for a value that is not of the scalar type, with the value as Go prints
// it. Returns nullopt for null and for values of the type.
//
// Upstream: typed/validate.go validateScalar (v6.4.2).
std::optional<std::string> ScalarError(Scalar scalar, const json::Value* value);

// Prints a value like Go's %v and %#v of structured-merge-diff's value: `&{x}`, `&value.valueUnstructured{Value:"x"}`.
std::string PrintedValue(const json::Value& value);
std::string PrintedValueSyntax(const json::Value& value);

}  // namespace structural::merge
