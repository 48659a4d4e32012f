// Converts the parse tree to the abstract syntax tree. A tree with syntax errors is converted, too, to report further
// errors.
//
// Upstream: cel-go parser/parser.go (v0.29.2), the visitor.
#pragma once

#include "schema/cel/macros.h"
#include "schema/cel/parse.h"
#include "schema/cel/syntax/tree.h"

namespace structural::cel {

// Builds the abstract syntax tree of one parse tree. Not thread-safe. Must not outlive the constructor's arguments.
class AstBuilder {
 public:
  AstBuilder(const Source& source, const ParseOptions& options, Factory& factory, Issues& issues)
      : source_(source), options_(options), factory_(factory), issues_(issues) {}

  const Expr* Build(const syntax::Node& start);

 private:
  using Node = syntax::Node;
  using Token = syntax::Token;
  using Exprs = std::vector<const Expr*>;

  const Expr* Visit(const Node* node);
  const Expr* VisitNested(const Node& node);
  const Expr* Dispatch(const Node& node);
  const Expr* Conditional(const Node& node);
  const Expr* Logical(const Node& node, std::string_view function);
  const Expr* Binary(const Node& node);
  const Expr* Prefix(const Node& node, std::string_view function);
  const Expr* FieldOf(const Node& node);
  const Expr* MemberCall(const Node& node);
  const Expr* IndexOf(const Node& node);
  const Expr* Identifier(const Node& node);
  const Expr* GlobalCall(const Node& node);
  const Expr* NewList(const Node& node);
  const Expr* NewMap(const Node& node);
  const Expr* NewMessage(const Node& node);
  const Expr* Literal(const Node& node);
  const Expr* Int(const Node& node);
  const Expr* Uint(const Node& node);
  const Expr* Double(const Node& node);
  const Expr* Text(const Node& node, bool bytes);

  std::vector<Entry> MapEntries(const Node* node);
  std::vector<Entry> Fields(const Node* node);
  std::string_view FieldName(const Node* identifier, const Node& reported);
  Exprs Arguments(const Node& node);
  const Expr* Balanced(std::string_view function, const Exprs& terms, const std::vector<std::int64_t>& ids,
                       std::size_t low, std::size_t high);
  const Expr* CallOrMacro(const MacroCall& call);
  const Expr* Unspecified(Offset offset);
  const Expr* ReportAt(Offset offset, std::string message);
  const Expr* Constant(const Node& node, const cel::Constant& value);

  std::int64_t Id(Offset offset) { return factory_.places().Add(offset); }
  std::int64_t Id(const Token* token);

  const Source& source_;
  const ParseOptions& options_;
  Factory& factory_;
  Issues& issues_;
  int depth_ = 0;
  bool stopped_ = false;
};

}  // namespace structural::cel
