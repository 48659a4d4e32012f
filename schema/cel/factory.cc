#include "schema/cel/factory.h"

#include <algorithm>

namespace structural::cel {

const Expr* Factory::New(std::int64_t id, const Expr::Node& node) {
  exceeded_ = exceeded_ || nodes_left_ == 0;
  if (nodes_left_ > 0) --nodes_left_;
  Expr* expr = arena_.New<Expr>();
  expr->id = id;
  expr->node = node;
  return expr;
}

const Expr* Factory::NewCall(std::int64_t id, std::string_view function, std::span<const Expr* const> arguments,
                             const Expr* target) {
  return New(id, Call{target, function, arena_.Copy(arguments)});
}

const Expr* Factory::NewList(std::int64_t id, std::span<const Expr* const> elements,
                             std::span<const std::int32_t> optional) {
  return New(id, List{arena_.Copy(elements), arena_.Copy(optional)});
}

const Expr* Factory::NewMap(std::int64_t id, std::span<const Entry> entries) {
  return New(id, Map{arena_.Copy(entries)});
}

const Expr* Factory::NewMessage(std::int64_t id, std::string_view type, std::span<const Entry> fields) {
  return New(id, Message{type, arena_.Copy(fields)});
}

const Expr* Factory::NewComprehension(std::int64_t id, const Comprehension& comprehension) {
  Comprehension* made = arena_.New<Comprehension>();
  *made = comprehension;
  return New(id, made);
}

const Expr* Factory::Copy(const Expr& expr, Offset macro) {
  if (exceeded_) return &expr;
  const std::int64_t id = places_.Add(places_.Has(expr.id) ? places_.Find(expr.id) : 0);
  return New(id, CopyNode(expr.node, macro));
}

Expr::Node Factory::CopyNode(const Expr::Node& node, Offset macro) {
  if (const Select* select = std::get_if<Select>(&node)) {
    return Select{Copy(*select->operand, macro), select->field, select->test_only};
  }
  if (const Call* call = std::get_if<Call>(&node)) return CopyCall(*call, macro);
  if (const List* list = std::get_if<List>(&node)) {
    return List{CopyAll(list->elements, macro), list->optional};
  }
  if (const Map* map = std::get_if<Map>(&node)) return Map{CopyEntries(map->entries, macro)};
  if (const Message* message = std::get_if<Message>(&node)) {
    return Message{message->type, CopyEntries(message->fields, macro)};
  }
  const auto* loop = std::get_if<const Comprehension*>(&node);
  if (loop == nullptr) return node;
  Comprehension* copy = arena_.New<Comprehension>();
  *copy = **loop;
  for (const Expr** part : {&copy->range, &copy->init, &copy->condition, &copy->step, &copy->result}) {
    *part = Copy(**part, macro);
  }
  return static_cast<const Comprehension*>(copy);
}

// Copies the arguments before the target like cel-go, because the order determines the new ids.
Call Factory::CopyCall(const Call& call, Offset macro) {
  const auto arguments = CopyAll(call.arguments, macro);
  const Expr* target = call.target == nullptr ? nullptr : Copy(*call.target, macro);
  return {target, call.function, arguments};
}

std::span<const Entry> Factory::CopyEntries(std::span<const Entry> entries, Offset macro) {
  const std::span<Entry> copies = arena_.Copy(entries);
  for (Entry& entry : copies) {
    entry.id = places_.Add(macro);
    if (entry.key != nullptr) entry.key = Copy(*entry.key, macro);
    if (entry.value != nullptr) entry.value = Copy(*entry.value, macro);
  }
  return copies;
}

std::span<const Expr* const> Factory::CopyAll(std::span<const Expr* const> all, Offset macro) {
  const std::span<const Expr*> copies = arena_.Copy(all);
  for (const Expr*& copy : copies) copy = Copy(*copy, macro);
  return copies;
}

}  // namespace structural::cel
