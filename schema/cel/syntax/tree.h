// The parse tree of a text: a node for each rule that was entered, with labeled parts. A text with errors also has a
// tree, in which parts are missing.
//
// Upstream: ANTLR ParserRuleContext, cel-go parser/gen/cel_parser.go (v0.29.2).
#pragma once

#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

struct Node;

struct Part {
  Label label = Label::kNone;
  const Token* token = nullptr;  // either `token` or `node` is set
  const Node* node = nullptr;
  Part* next = nullptr;
};

// A node of the parse tree, in an Arena.
struct Node {
  Rule rule = Rule::kStart;
  NodeKind kind = NodeKind::kRule;
  Node* parent = nullptr;
  StateId calling_state = kNoState;  // the state of the parent's rule that called this rule
  const Token* start = nullptr;
  Part* first_part = nullptr;
  Part* last_part = nullptr;

  // Returns the first part with the label; null if none has it.
  const Part* Find(Label label) const { return Find(label, first_part); }
  // Returns the next part after `part` that has the same label; null if none has it.
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
