#include "schema/cel/expr.h"

namespace structural::cel {
namespace {

using Parts = std::vector<const Expr*>;

void AddEntries(std::span<const Entry> entries, Parts& parts) {
  for (const Entry& entry : entries) {
    if (entry.key != nullptr) parts.push_back(entry.key);
    parts.push_back(entry.value);
  }
}

}  // namespace

std::vector<const Expr*> PartsOf(const Expr& expr) {
  Parts parts;
  if (const Select* select = std::get_if<Select>(&expr.node)) {
    parts.push_back(select->operand);
  } else if (const Call* call = std::get_if<Call>(&expr.node)) {
    if (call->target != nullptr) parts.push_back(call->target);
    parts.insert(parts.end(), call->arguments.begin(), call->arguments.end());
  } else if (const List* list = std::get_if<List>(&expr.node)) {
    parts.assign(list->elements.begin(), list->elements.end());
  } else if (const Map* map = std::get_if<Map>(&expr.node)) {
    AddEntries(map->entries, parts);
  } else if (const Message* message = std::get_if<Message>(&expr.node)) {
    AddEntries(message->fields, parts);
  } else if (const auto* found = std::get_if<const Comprehension*>(&expr.node)) {
    const Comprehension& loop = **found;
    parts = {loop.range, loop.init, loop.condition, loop.step, loop.result};
  }
  return parts;
}

void VisitParts(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  for (const Expr* part : PartsOf(expr)) VisitParts(*part, visit);
  visit(expr);
}

}  // namespace structural::cel
