#include "schema/cel/eval/planner.h"

#include "schema/cel/operators.h"

namespace structural::cel::eval {
namespace {

std::uint32_t IdOf(const Expr& expr) { return static_cast<std::uint32_t>(expr.id); }

// Removes a leading dot. Returns whether the name had one.
bool TakeDot(std::string_view& name) {
  const bool dot = name.starts_with('.');
  if (dot) name.remove_prefix(1);
  return dot;
}

bool HasOptionalEntries(std::span<const Entry> entries) {
  for (const Entry& entry : entries) {
    if (entry.optional) return true;
  }
  return false;
}

// Whether the message has no values of its own type: wrappers, Any, and JSON values.
bool IsMessageName(std::string_view name, const cel::Type& type) {
  if (!name.starts_with("google.protobuf.") || type.parameters.empty()) return false;
  const TypeKind kind = type.parameters[0]->kind;
  return kind != TypeKind::kDuration && kind != TypeKind::kTimestamp && kind != TypeKind::kStruct;
}

}  // namespace

base::Result<Plan> Planner::Run(const Expr& root, std::int64_t last_id) {
  const Node* planned = Visit(root);
  if (context_.stopped()) Fail(base::ErrorCode::kInvalidInput, std::string(context_.why_stopped()));
  if (error_) return *error_;
  SetIds();
  return Plan{planned, static_cast<std::uint32_t>(last_id) + 1, folds_};
}

Node* Planner::Visit(const Expr& expr) {
  if (const Constant* constant = std::get_if<Constant>(&expr.node)) {
    return PlanConstant(expr, *constant);
  }
  if (std::holds_alternative<Ident>(expr.node)) {
    return PlanIdent(expr, checked_.references.at(expr.id));
  }
  if (const Select* select = std::get_if<Select>(&expr.node)) return PlanSelect(expr, *select);
  if (const Call* call = std::get_if<Call>(&expr.node)) return PlanCall(expr, *call);
  if (const List* list = std::get_if<List>(&expr.node)) return PlanList(expr, *list);
  if (const Map* map = std::get_if<Map>(&expr.node)) return PlanMap(expr, *map);
  if (const auto* loop = std::get_if<const Comprehension*>(&expr.node)) {
    return PlanLoop(expr, **loop);
  }
  Fail(base::ErrorCode::kInternal, "messages are not implemented");
  return NewConstant(IdOf(expr), {});
}

Node* Planner::PlanConstant(const Expr& expr, const Constant& constant) {
  struct ToValue {
    base::Arena& arena;
    Value operator()(Null) const { return {}; }
    Value operator()(bool value) const { return Value::Bool(value); }
    Value operator()(std::int64_t value) const { return Value::Int(value); }
    Value operator()(std::uint64_t value) const { return Value::Uint(value); }
    Value operator()(double value) const { return Value::Double(value); }
    Value operator()(std::string_view text) const { return Value::String(arena.Copy(text)); }
    Value operator()(cel::Bytes bytes) const { return Value::Bytes(arena.Copy(bytes.value)); }
  };
  return NewConstant(IdOf(expr), std::visit(ToValue{arena()}, constant));
}

Node* Planner::PlanIdent(const Expr& expr, const Reference& reference) {
  std::string_view name = reference.name;
  if (checked_.types[expr.id]->kind == TypeKind::kType) {
    const cel::Type* type = FindTypeName(name, edition_);
    if (type != nullptr && IsMessageName(name, *type) && Has(edition_, LanguagePart::kMessageNameChecks))
      type = nullptr;
    if (type == nullptr || type->parameters.empty()) {
      if (type != nullptr) return NewConstant(IdOf(expr), Value::TypeOf(*type));
      Fail(base::ErrorCode::kInvalidInput, "reference to undefined type: " + std::string(name));
      return NewConstant(IdOf(expr), {});
    }
    return NewConstant(IdOf(expr), Value::TypeOf(*type->parameters[0]));
  }
  const bool global = TakeDot(name);
  Node* node = NewNode(Op::kAttribute, expr);
  for (std::size_t i = global ? 0 : scopes_.size(); i > 0; --i) {
    const Scope& scope = scopes_[i - 1];
    const bool accumulator = name == scope.loop->accumulator;
    const bool first = !scope.result && name == scope.loop->variable;
    const bool second = !scope.result && name == scope.loop->second_variable;
    if (!accumulator && !first && !second) continue;
    node->attribute = NewAttribute(Attribute::Base::kLocal, node->id);
    node->attribute->slot = scope.slot;
    node->attribute->part = accumulator ? LocalPart::kAccumulator : first ? LocalPart::kFirst : LocalPart::kSecond;
    return node;
  }
  node->attribute = NewAttribute(Attribute::Base::kGlobal, node->id);
  node->attribute->name = arena().Copy(name);
  std::uint32_t slot = 0;
  while (slot < variables_.size() && variables_[slot] != name) ++slot;
  node->attribute->slot = slot;
  return node;
}

Node* Planner::PlanSelect(const Expr& expr, const Select& select) {
  const auto reference = checked_.references.find(expr.id);
  if (reference != checked_.references.end()) return PlanIdent(expr, reference->second);
  Node* const operand = NodeWithAttribute(Visit(*select.operand));
  AddQualifier(*operand->attribute, {.kind = Qualifier::Kind::kConstant,
                                     .optional = false,
                                     .test_only = select.test_only,
                                     .id = IdOf(expr),
                                     .constant = Value::String(arena().Copy(select.field)),
                                     .attribute = nullptr});
  if (!select.test_only) return operand;
  Node* const node = NewNode(Op::kAttribute, expr);
  node->test_only = true;
  node->attribute = operand->attribute;
  return node;
}

Node* Planner::PlanList(const Expr& expr, const List& list) {
  std::vector<Node*> elements;
  for (const Expr* element : list.elements) elements.push_back(Visit(*element));
  Node* const node = NewNode(Op::kList, expr);
  node->arguments = StoreNodes(elements);
  if (!list.optional.empty()) {
    bool* const optional = static_cast<bool*>(arena().Allocate(elements.size(), 1));
    std::fill(optional, optional + elements.size(), false);
    for (const std::int32_t index : list.optional) optional[index] = true;
    node->optional = optional;
  }
  return Optimize(node);
}

Node* Planner::PlanMap(const Expr& expr, const Map& map) {
  std::vector<Node*> parts;
  for (const Entry& entry : map.entries) {
    parts.push_back(Visit(*entry.key));
    parts.push_back(Visit(*entry.value));
  }
  Node* const node = NewNode(Op::kMap, expr);
  node->arguments = StoreNodes(parts);
  if (HasOptionalEntries(map.entries)) {
    bool* const optional = static_cast<bool*>(arena().Allocate(map.entries.size(), 1));
    for (std::size_t i = 0; i < map.entries.size(); ++i) optional[i] = map.entries[i].optional;
    node->optional = optional;
  }
  return Optimize(node);
}

Node* Planner::PlanLoop(const Expr& expr, const Comprehension& loop) {
  auto* const fold = arena().New<FoldPlan>();
  fold->accumulator = Visit(*loop.init);
  fold->range = Visit(*loop.range);
  fold->slot = folds_++;
  fold->two_variables = !loop.second_variable.empty();
  scopes_.push_back({&loop, fold->slot, false});
  fold->condition = Visit(*loop.condition);
  fold->step = Visit(*loop.step);
  scopes_.back().result = true;
  fold->result = Visit(*loop.result);
  scopes_.pop_back();
  Node* const node = NewNode(Op::kFold, expr);
  node->fold = fold;
  return node;
}

Attribute* Planner::NewAttribute(Attribute::Base base, std::uint32_t id) {
  auto* const attribute = arena().New<Attribute>();
  attribute->base = base;
  attribute->own_id = id;
  attributes_.push_back(attribute);
  return attribute;
}

// Returns the node's own attribute, or a new one whose operand is the node.
Attribute* Planner::AttributeOf(Node* node) {
  if (node->op == Op::kAttribute) return node->attribute;
  Attribute* const attribute = NewAttribute(Attribute::Base::kOperand, node->id);
  attribute->operand = node;
  return attribute;
}

Node* Planner::NodeWithAttribute(Node* node) {
  if (node->op == Op::kAttribute) return node;
  auto* const made = arena().New<Node>();
  made->op = Op::kAttribute;
  made->id = node->id;
  made->attribute = AttributeOf(node);
  nodes_.push_back(made);
  return made;
}

void Planner::AddQualifier(Attribute& attribute, const Qualifier& qualifier) {
  if (attribute.base == Attribute::Base::kConditional) {
    AddQualifier(*attribute.truthy, qualifier);
    AddQualifier(*attribute.falsy, qualifier);
    return;
  }
  auto* const kept = arena().New<Qualifier>();
  *kept = qualifier;
  auto* const link = arena().New<QualifierLink>();
  *link = {kept, nullptr};
  (attribute.last == nullptr ? attribute.first : attribute.last->next) = link;
  attribute.last = link;
}

Node* Planner::NewNode(Op op, const Expr& expr) {
  auto* const node = arena().New<Node>();
  node->op = op;
  node->id = IdOf(expr);
  nodes_.push_back(node);
  return node;
}

Node* Planner::NewConstant(std::uint32_t id, const Value& value) {
  auto* const node = arena().New<Node>();
  node->op = Op::kConstant;
  node->id = id;
  node->constant = value;
  return node;
}

std::span<const Node* const> Planner::StoreNodes(std::span<Node* const> nodes) {
  const std::span<Node*> kept = arena().Copy(nodes);
  return {kept.data(), kept.size()};
}

// Sets the ids of attributes at the end, because qualifiers are added after an attribute is made.
void Planner::SetIds() {
  for (Attribute* attribute : attributes_) {
    attribute->id = attribute->last == nullptr ? attribute->own_id : attribute->last->qualifier->id;
    if (attribute->base != Attribute::Base::kConditional) continue;
    const bool same = attribute->truthy->id == attribute->falsy->id;
    attribute->id = same ? attribute->truthy->id : attribute->own_id;
  }
  for (Node* node : nodes_) {
    if (node->op == Op::kAttribute && !node->test_only) node->id = node->attribute->id;
  }
}

}  // namespace structural::cel::eval
