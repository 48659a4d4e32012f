// Names, members, and the parts of lists, maps and messages.
#include "schema/cel/ast_builder.h"
#include "schema/cel/operators.h"

namespace structural::cel {
namespace {

using syntax::Label;
using syntax::NodeKind;
using syntax::Part;

}  // namespace

// Returns a name, also one in backquotes. Reports an error if it is missing.
std::string_view AstBuilder::FieldName(const Node* identifier, const Node& reported) {
  const Token* token = identifier == nullptr ? nullptr : identifier->FindToken(Label::kName);
  const NodeKind kind = identifier == nullptr ? NodeKind::kRule : identifier->kind;
  if (kind == NodeKind::kSimpleIdentifier && token != nullptr) return token->text;
  const char* error = "unsupported ident kind";
  if (kind == NodeKind::kEscapedIdentifier && token != nullptr) {
    if (options_.escaped_identifiers) return token->text.substr(1, token->text.size() - 2);
    error = "unsupported syntax: '`'";
  }
  ReportAt(reported.start->offset, error);
  return {};
}

const Expr* AstBuilder::FieldOf(const Node& node) {
  const Expr* operand = Visit(node.FindNode(Label::kOperand));
  const Token* op = node.FindToken(Label::kOperator);
  const Node* identifier = node.FindNode(Label::kName);
  if (op == nullptr || identifier == nullptr) return Unspecified(node.start->offset);
  const std::string_view name = FieldName(identifier, *identifier);
  if (node.FindToken(Label::kOptional) == nullptr) {
    return factory_.New(Id(op), Select{operand, name, false});
  }
  if (!options_.optional_syntax) return ReportAt(op->offset, "unsupported syntax '.?'");
  const Expr* field = Constant(*identifier, name);
  const Expr* const both[] = {operand, field};
  return factory_.NewCall(Id(op), operators::kOptSelect, both);
}

const Expr* AstBuilder::MemberCall(const Node& node) {
  const Expr* operand = Visit(node.FindNode(Label::kOperand));
  const Token* name = node.FindToken(Label::kName);
  if (name == nullptr) return Unspecified(node.start->offset);
  const std::int64_t id = Id(node.FindToken(Label::kOperator));
  return CallOrMacro({id, name->text, operand, Arguments(node)});
}

const Expr* AstBuilder::IndexOf(const Node& node) {
  const Expr* operand = Visit(node.FindNode(Label::kOperand));
  const Token* op = node.FindToken(Label::kOperator);
  if (op == nullptr) return Unspecified(node.start->offset);
  const std::int64_t id = Id(op);
  const Expr* const both[] = {operand, Visit(node.FindNode(Label::kRight))};
  if (node.FindToken(Label::kOptional) == nullptr) {
    return CallOrMacro({id, operators::kIndex, nullptr, both});
  }
  if (!options_.optional_syntax) return ReportAt(op->offset, "unsupported syntax '[?'");
  return CallOrMacro({id, operators::kOptIndex, nullptr, both});
}

const Expr* AstBuilder::NewList(const Node& node) {
  const std::int64_t id = Id(node.FindToken(Label::kOperator));
  Exprs elements;
  std::vector<std::int32_t> optional;
  const Node* list = node.FindNode(Label::kElements);
  const Part* each = list == nullptr ? nullptr : list->Find(Label::kElements);
  for (; each != nullptr; each = Node::Next(*each)) {
    elements.push_back(Visit(each->node->FindNode(Label::kOperand)));
    const Token* question = each->node->FindToken(Label::kOptional);
    if (question == nullptr) continue;
    if (options_.optional_syntax) {
      optional.push_back(static_cast<std::int32_t>(elements.size()) - 1);
    } else {
      ReportAt(question->offset, "unsupported syntax '?'");
    }
  }
  return factory_.NewList(id, elements, optional);
}

const Expr* AstBuilder::NewMap(const Node& node) {
  const std::int64_t id = Id(node.FindToken(Label::kOperator));
  return factory_.NewMap(id, MapEntries(node.FindNode(Label::kElements)));
}

std::vector<Entry> AstBuilder::MapEntries(const Node* node) {
  std::vector<Entry> entries;
  if (node == nullptr) return entries;
  const Part* key = node->Find(Label::kKey);
  const Part* value = node->Find(Label::kValue);
  for (const Part* colon = node->Find(Label::kColon); colon != nullptr;
       colon = Node::Next(*colon), key = Node::Next(*key), value = Node::Next(*value)) {
    Entry entry = {.id = Id(colon->token)};
    if (key == nullptr || value == nullptr) return {};
    entry.optional = key->node->FindToken(Label::kOptional) != nullptr;
    if (entry.optional && !options_.optional_syntax) {
      ReportAt(key->node->start->offset, "unsupported syntax '?'");
      continue;
    }
    entry.key = Visit(key->node->FindNode(Label::kOperand));
    entry.value = Visit(value->node);
    entries.push_back(entry);
  }
  return entries;
}

const Expr* AstBuilder::NewMessage(const Node& node) {
  std::string type = node.FindToken(Label::kLeadingDot) == nullptr ? "" : ".";
  const Part* first = node.Find(Label::kName);
  for (const Part* name = first; name != nullptr; name = Node::Next(*name)) {
    if (name != first) type += '.';
    type += name->token->text;
  }
  const std::int64_t id = Id(node.FindToken(Label::kOperator));
  const std::vector<Entry> fields = Fields(node.FindNode(Label::kElements));
  return factory_.NewMessage(id, factory_.Text(type), fields);
}

std::vector<Entry> AstBuilder::Fields(const Node* node) {
  std::vector<Entry> entries;
  if (node == nullptr) return entries;
  const Part* colon = node->Find(Label::kColon);
  const Part* value = node->Find(Label::kValue);
  for (const Part* field = node->Find(Label::kKey); field != nullptr;
       field = Node::Next(*field), colon = Node::Next(*colon), value = Node::Next(*value)) {
    if (colon == nullptr || value == nullptr) return {};
    Entry entry = {.id = Id(colon->token)};
    entry.optional = field->node->FindToken(Label::kOptional) != nullptr;
    if (entry.optional && !options_.optional_syntax) {
      ReportAt(field->node->start->offset, "unsupported syntax '?'");
      continue;
    }
    const std::size_t errors = issues_.count();
    entry.field = FieldName(field->node->FindNode(Label::kName), *node);
    if (issues_.count() > errors) continue;
    entry.value = Visit(value->node);
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace structural::cel
