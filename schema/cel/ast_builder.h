// Converts the parse tree to the abstract syntax tree. A tree with syntax errors is converted, too, to report further
// errors.
//
// Upstream: cel-go parser/parser.go (v0.29.2), the visitor.
#pragma once

#include "schema/cel/macros.h"
#include "schema/cel/parse.h"
#include "schema/cel/syntax/tree.h"

namespace structural::cel {

// Builds the abstract syntax tree of one parse tree. Not thread-safe. The constructor's arguments must outlive the
// object.
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
  const Expr* VisitAtNextDepth(const Node& node);
  const Expr* BuildByKind(const Node& node);
  const Expr* BuildConditional(const Node& node);
  const Expr* BuildLogical(const Node& node, std::string_view function);
  const Expr* BuildBinary(const Node& node);
  const Expr* BuildPrefix(const Node& node, std::string_view function);
  const Expr* BuildSelect(const Node& node);
  const Expr* BuildMemberCall(const Node& node);
  const Expr* BuildIndex(const Node& node);
  const Expr* BuildIdentifier(const Node& node);
  const Expr* BuildGlobalCall(const Node& node);
  const Expr* BuildList(const Node& node);
  const Expr* BuildMap(const Node& node);
  const Expr* BuildMessage(const Node& node);
  const Expr* BuildLiteral(const Node& node);
  const Expr* BuildInt(const Node& node);
  const Expr* BuildUint(const Node& node);
  const Expr* BuildDouble(const Node& node);
  const Expr* BuildText(const Node& node, bool bytes);

  std::vector<Entry> BuildMapEntries(const Node* node);
  std::vector<Entry> BuildFields(const Node* node);
  std::string_view FieldName(const Node* identifier, const Node& reported);
  Exprs BuildArguments(const Node& node);
  const Expr* BuildBalancedCalls(std::string_view function, const Exprs& terms, const std::vector<std::int64_t>& ids,
                                 std::size_t low, std::size_t high);
  const Expr* BuildCallOrExpandMacro(const MacroCall& call);
  const Expr* NewUnspecified(Offset offset);
  const Expr* ReportAt(Offset offset, std::string message);
  const Expr* NewConstant(const Node& node, const cel::Constant& value);

  std::int64_t NewId(Offset offset) { return factory_.places().Add(offset); }
  std::int64_t NewId(const Token* token);

  const Source& source_;
  const ParseOptions& options_;
  Factory& factory_;
  Issues& issues_;
  int depth_ = 0;
  bool stopped_ = false;
};

}  // namespace structural::cel
