// What the grammar makes of a text: a node for each rule that was entered, with its parts by label.
// There is a tree for a text with errors, too; parts are missing there.
//
// Upstream: ANTLR ParserRuleContext, cel-go parser/gen/cel_parser.go (v0.29.2).
#pragma once

#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

struct Node;

struct Part {
  Label label = Label::kNone;
  const Token* token = nullptr;  // one of the two
  const Node* node = nullptr;
  Part* next = nullptr;
};

// In an Arena.
struct Node {
  Rule rule = Rule::kStart;
  NodeKind kind = NodeKind::kRule;
  Node* parent = nullptr;
  StateId calling = kNoState;  // the state of the parent's rule that this one was entered from
  const Token* start = nullptr;
  Part* first = nullptr;
  Part* last = nullptr;

  // The first part with a label; null where there is none.
  const Part* Find(Label label) const { return Find(label, first); }
  // The next one after `part`.
  static const Part* Next(const Part& part) { return Find(part.label, part.next); }

  const Token* FindToken(Label label) const {
    const Part* part = Find(label);
    return part == nullptr ? nullptr : part->token;
  }
  const Node* FindNode(Label label) const {
    const Part* part = Find(label);
    return part == nullptr ? nullptr : part->node;
  }

 private:
  static const Part* Find(Label label, const Part* from) {
    while (from != nullptr && from->label != label) from = from->next;
    return from;
  }
};

}  // namespace structural::cel::syntax
