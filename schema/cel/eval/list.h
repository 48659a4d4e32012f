// Lists, whatever they are held as.
#pragma once

#include <vector>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Precondition of all: the value is a list.

std::int64_t ListSize(const Value& list);

// Precondition: 0 <= index < ListSize(list). An element of data of others may be an error.
Value ListGet(const Value& list, std::int64_t index, Context& context);

// Goes through a list in time linear in its size. Each element is a step of the context: a list
// seems to end where these do.
class ListIterator {
 public:
  // The list must outlive it.
  ListIterator(const Value& list, Context& context);

  // The next element; false at the end.
  bool Next(Value& element);

 private:
  void Descend(const Value& list);

  Context& context_;
  Value part_;  // no concatenation
  std::int64_t index_ = 0;
  std::int64_t size_ = 0;
  std::vector<Value> rest_;  // the last is next
};

// The elements of a list one after the other, copied where they are not held so. For lists whose
// elements are all paid for. Empty, and the run has ended, where they are too many.
std::vector<Value> ListElements(const Value& list, Context& context);

// left + right; `right` may be of any kind. In constant time, but where HostList says otherwise.
Value ListAdd(const Value& left, const Value& right, Context& context);

// Both lists, one after the other, as a list that cel-go copies them into. In constant time.
Value ListCopyBoth(const Value& left, const Value& right, Context& context);

// element in list.
Value ListContains(const Value& list, const Value& element, Context& context);

struct ConcatList {
  Value left;
  Value right;
  std::int64_t size;
  bool plain;  // cel-go copies the elements of both into a list
};

// The accumulator of map() and filter().
struct MutableList {
  Value* elements = nullptr;
  std::size_t size = 0;
  std::size_t capacity = 0;

  void Append(const Value& value, base::Arena& arena);
};

}  // namespace structural::cel::eval
