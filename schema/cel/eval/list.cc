#include "schema/cel/eval/list.h"

#include <algorithm>

#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel::eval {
namespace {

// Returns the concatenation of two lists. If the number of elements does not fit into an int, stops the run with the
// message of Go's panic.
Value Concat(const Value& left, const Value& right, bool plain, Context& context) {
  const std::int64_t left_size = ListSize(left), right_size = ListSize(right);
  if (!plain && left_size == 0) return right;
  if (!plain && right_size == 0) return left;
  std::int64_t size = 0;
  if (__builtin_add_overflow(left_size, right_size, &size)) {
    return context.Stop("internal error: interface conversion: ref.Val is *types.Err, not types.Int");
  }
  auto* const made = context.arena().New<ConcatList>();
  *made = {left, right, size, plain};
  return Value::List(*made);
}

Value AppendToMutable(const Value& list, const Value& right, Context& context) {
  const std::int64_t size = ListSize(right);
  for (std::int64_t i = 0; i < size; ++i) {
    list.mutable_list().Append(ListGet(right, i, context), context.arena());
  }
  return list;
}

Value ContainsPlain(const Value& list, const Value& element, Context& context) {
  ListIterator all(list, context);
  for (Value each; all.Next(each);) {
    if (EqualAsType(element, each, context).is_true()) return Value::Bool(true);
  }
  return Value::Bool(false);
}

}  // namespace

std::int64_t ListSize(const Value& list) {
  switch (list.form()) {
    case Form::kHost: return list.host_list().Size();
    case Form::kConcat: return list.concat_list().size;
    case Form::kMutable: return static_cast<std::int64_t>(list.mutable_list().size);
    default: return static_cast<std::int64_t>(list.elements().size());
  }
}

Value ListGet(const Value& list, std::int64_t index, Context& context) {
  Value part = list;
  while (part.form() == Form::kConcat) {
    const ConcatList& both = part.concat_list();
    const std::int64_t left = ListSize(both.left);
    const bool in_left = index < left;
    if (!in_left) index -= left;
    part = in_left ? both.left : both.right;
  }
  if (part.form() == Form::kHost) return part.host_list().Get(index, context);
  if (part.form() == Form::kMutable) return part.mutable_list().elements[index];
  return part.elements()[static_cast<std::size_t>(index)];
}

ListIterator::ListIterator(const Value& list, Context& context) : context_(context) { Descend(list); }

void ListIterator::Descend(const Value& list) {
  current_list_ = list;
  while (current_list_.form() == Form::kConcat) {
    const ConcatList& both = current_list_.concat_list();
    lists_left_.push_back(both.right);
    current_list_ = both.left;
  }
  index_ = 0;
  size_ = ListSize(current_list_);
}

bool ListIterator::Next(Value& element) {
  if (!context_.CountSteps()) return false;
  while (index_ == size_) {
    if (lists_left_.empty()) return false;
    const Value next = lists_left_.back();
    lists_left_.pop_back();
    Descend(next);
  }
  element = ListGet(current_list_, index_++, context_);
  return true;
}

std::vector<Value> ListElements(const Value& list, Context& context) {
  std::vector<Value> all;
  if (!context.CountSteps(ListSize(list))) return all;
  all.reserve(static_cast<std::size_t>(ListSize(list)));
  ListIterator iterator(list, context);
  for (Value element; iterator.Next(element);) all.push_back(element);
  return all;
}

Value ListConcatCopied(const Value& left, const Value& right, Context& context) {
  return Concat(left, right, true, context);
}

Value ListAdd(const Value& left, const Value& right, Context& context) {
  if (left.form() == Form::kHost) return left.host_list().Add(right, context);
  if (!right.is(Kind::kList)) return ErrorOrNoSuchOverload(right);
  if (left.form() == Form::kMutable) return AppendToMutable(left, right, context);
  return Concat(left, right, false, context);
}

Value ListContains(const Value& list, const Value& element, Context& context) {
  if (!context.CountNestedStep()) return Value::Error(context.why_stopped());
  if (list.form() == Form::kHost) return list.host_list().Contains(element, context);
  if (list.form() != Form::kConcat || list.concat_list().copied_in_cel_go) {
    return ContainsPlain(list, element, context);
  }
  const Value left = ListContains(list.concat_list().left, element, context);
  if (left.is_true()) return left;
  const Value right = ListContains(list.concat_list().right, element, context);
  return !right.is_true() && left.is_error() ? left : right;
}

void ListBuilder::Append(const Value& value, base::Arena& arena) {
  if (size == capacity) {
    capacity = std::max<std::size_t>(8, 2 * capacity);
    auto* const larger = static_cast<Value*>(arena.Allocate(capacity * sizeof(Value), alignof(Value)));
    std::copy(elements, elements + size, larger);
    elements = larger;
  }
  elements[size++] = value;
}

}  // namespace structural::cel::eval
