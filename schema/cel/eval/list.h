// Functions for lists, for every representation of a list in a Value.
#pragma once

#include <vector>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Precondition of all functions: the value is a list.

std::int64_t ListSize(const Value& list);

// Precondition: 0 <= index < ListSize(list). An element of a HostList can be an error.
Value ListGet(const Value& list, std::int64_t index, Context& context);

// Iterates over a list, in time linear in its size. Each element counts as a step of the context. If the steps are used
// up, the iteration ends.
class ListIterator {
 public:
  // The list must outlive the iterator.
  ListIterator(const Value& list, Context& context);

  // Reads the next element. Returns false at the end.
  bool Next(Value& element);

 private:
  void Descend(const Value& list);

  Context& context_;
  Value part_;  // the list whose elements are read at present; not a concatenation
  std::int64_t index_ = 0;
  std::int64_t size_ = 0;
  std::vector<Value> rest_;  // the lists to read after part_, in reverse order
};

// Returns the elements; copies them if the list is not an array. Only for functions whose cost already counts each
// element. Returns an empty vector and ends the run if the limit of steps is exceeded.
std::vector<Value> ListElements(const Value& list, Context& context);

// Returns left + right. `right` can be any value. Takes constant time, except for a HostList.
Value ListAdd(const Value& left, const Value& right, Context& context);

// Returns the concatenation of both lists, for operations that copy all elements into one list in cel-go
// (ConcatList::plain). Takes constant time.
Value ListConcatPlain(const Value& left, const Value& right, Context& context);

// Returns the value of `element in list`.
Value ListContains(const Value& list, const Value& element, Context& context);

// The concatenation of two lists, which a list of Form::kConcat points to.
struct ConcatList {
  Value left;
  Value right;
  std::int64_t size;  // number of elements
  bool plain;         // whether this is one list of copied elements in cel-go, and not a concatenation
};

// The accumulator of map() and filter().
struct ListBuilder {
  Value* elements = nullptr;
  std::size_t size = 0;
  std::size_t capacity = 0;

  void Append(const Value& value, base::Arena& arena);
};

}  // namespace structural::cel::eval
