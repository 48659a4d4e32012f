// Functions for lists, for every representation of a list in a Value.
#pragma once

#include <vector>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Precondition of all functions in this header: the value `list` or `left` is a list.

std::int64_t ListSize(const Value& list);

// Returns an element, which can be an error if the list is a HostList. Precondition: 0 <= index < ListSize(list).
Value ListGet(const Value& list, std::int64_t index, Context& context);

// Iterates over a list, in time linear in its size. Each element counts as a step of the context. If no steps are left,
// the iteration ends and the run is stopped.
class ListIterator {
 public:
  // The list must outlive the iterator.
  ListIterator(const Value& list, Context& context);

  // Reads the next element. Returns false at the end.
  bool Next(Value& element);

 private:
  void Descend(const Value& list);

  Context& context_;
  Value current_list_;  // the list whose elements are read at present; not a concatenation
  std::int64_t index_ = 0;
  std::int64_t size_ = 0;
  std::vector<Value> lists_left_;  // the lists to read after current_list_, in reverse order
};

// Returns the elements of a list. Only for functions whose cost counts each element. If the limit of steps is exceeded,
// ends the run and returns an empty vector.
std::vector<Value> ListElements(const Value& list, Context& context);

// Returns left + right. `right` can be any value. Takes constant time, except for a HostList.
Value ListAdd(const Value& left, const Value& right, Context& context);

// Returns the concatenation of two lists that cel-go copies into one list (ConcatList::copied_in_cel_go). Takes
// constant time.
Value ListConcatCopied(const Value& left, const Value& right, Context& context);

// Returns the value of `element in list`.
Value ListContains(const Value& list, const Value& element, Context& context);

// The concatenation of two lists. A Value of Form::kConcat points to it.
struct ConcatList {
  Value left;
  Value right;
  std::int64_t size;      // number of elements
  bool copied_in_cel_go;  // whether cel-go copies all elements into one list, instead of referring to both lists
};

// A list to which elements are added in place: the accumulator of map() and filter().
struct ListBuilder {
  Value* elements = nullptr;
  std::size_t size = 0;
  std::size_t capacity = 0;

  void Append(const Value& value, base::Arena& arena);
};

}  // namespace structural::cel::eval
