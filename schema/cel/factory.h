// Makes the nodes of an expression with their ids.
//
// Upstream: cel-go parser/helper.go, common/ast/factory.go (v0.29.2).
#pragma once

#include <initializer_list>
#include <vector>

#include "schema/base/arena.h"
#include "schema/cel/expr.h"
#include "schema/cel/source.h"

namespace structural::cel {

// Makes nodes, up to a maximum number. Not thread-safe.
class Factory {
 public:
  // `places` allocates the ids. `accumulator` is the name of the accumulator in the loops of macros.
  Factory(base::Arena& arena, NodePositions& places, std::string_view accumulator, std::size_t max_nodes)
      : arena_(arena), places_(places), accumulator_(accumulator), nodes_left_(max_nodes) {}

  std::string_view accumulator() const { return accumulator_; }
  // Whether more nodes than the limit (`max_nodes`) were requested.
  bool exceeded_max_nodes() const { return exceeded_; }

  NodePositions& places() { return places_; }
  // Returns a copy of the text in the arena.
  std::string_view CopyText(std::string_view text) { return arena_.Copy(text); }

  // Each of these functions makes a node with the given id. All except New copy the spans, but not the texts that they
  // refer to.
  const Expr* New(std::int64_t id, const Expr::Node& node);
  const Expr* NewCall(std::int64_t id, std::string_view function, std::span<const Expr* const> arguments,
                      const Expr* target = nullptr);
  const Expr* NewList(std::int64_t id, std::span<const Expr* const> elements,
                      std::span<const std::int32_t> optional = {});
  const Expr* NewMap(std::int64_t id, std::span<const Entry> entries);
  const Expr* NewMessage(std::int64_t id, std::string_view type, std::span<const Entry> fields);
  const Expr* NewComprehension(std::int64_t id, const Comprehension& comprehension);

  // Returns a copy of the expression with new ids. The copied nodes keep their positions. The copied entries of maps
  // and messages get the position `macro`, that of the macro's call.
  const Expr* Copy(const Expr& expr, Offset macro);

 private:
  Expr::Node CopyNode(const Expr::Node& node, Offset macro);
  Call CopyCall(const Call& call, Offset macro);
  std::span<const Entry> CopyEntries(std::span<const Entry> entries, Offset macro);
  std::span<const Expr* const> CopyAll(std::span<const Expr* const> all, Offset macro);

  base::Arena& arena_;
  NodePositions& places_;
  std::string_view accumulator_;
  std::size_t nodes_left_;  // number of nodes that can still be made
  bool exceeded_ = false;
};

}  // namespace structural::cel
