// Builds the tree of a pattern from the pieces that are read, left to right.
//
// Upstream: Go regexp/syntax parse.go, "Parse stack manipulation" (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/source.h"
#include "schema/go/regexp/tree.h"

namespace structural::go::regexp {

// What can go wrong with a piece; a limit that is exceeded shows in exceeded() in any case.
enum class Outcome { kDone, kNothingToRepeat, kTooManyRepeats, kNothingToClose };

class Builder {
 public:
  // The flags at the place where the pattern is read.
  Flags flags = kOneLine;

  void AddLiteral(char32_t rune);
  void Add(Op op, Flags more_flags = 0);

  // A character class gets its node before it is read.
  Node* StartClass();
  void FinishClass(Node* node, std::span<const Range> clean);
  void AbandonClass(Node* node) { tree_.Reuse(node); }

  // *, +, ? or, for kRepeat, {min,max}.
  Outcome Repeat(Op op, int min, int max, bool non_greedy);

  // ( and ). The group ends what it changed in the flags.
  void OpenGroup(bool captures);
  Outcome CloseGroup();

  // |
  void AddAlternative();

  // The end; is the pattern one tree, with no group open?
  bool Finish();

  // Precondition: Finish() returned true.
  const Node& root() const { return *tree_.stack.front(); }

  // Which limit the pattern exceeds, empty if none.
  std::string_view exceeded() const { return tree_.limits.exceeded(); }

 private:
  Node* Top(std::size_t depth = 1) const { return tree_.stack[tree_.stack.size() - depth]; }
  std::span<Node* const> TakePart();
  void Push(Node* node);
  bool JoinLiterals(const char32_t* next, Flags next_flags);
  bool PushAsLiteral(Node* node);
  void Concat();
  void Alternate();
  void EndAlternatives();
  bool LowerVerticalBar();
  bool MergeAcrossVerticalBar();

  Tree tree_;
  std::vector<Node*> part_;
};

// Concatenations and alternations of what is on the stack.
//
// Upstream: Go regexp/syntax parse.go collapse (Go 1.26).
//
// One node for all of them, joined by kConcat or kAlternate. What is already so joined is taken
// apart first, and what alternatives begin with in common is moved in front of them. `depth` is how
// many such calls are under way.
// Precondition: parts is not empty.
Node* Collapse(Tree& tree, std::span<Node* const> parts, Op op, int depth = 0);

// (?i), (?s-m:, (?P<name>: what begins with (?.
//
// Upstream: Go regexp/syntax parse.go parsePerlFlags (Go 1.26).
//
// Precondition: the source starts with (?.
bool ReadGroup(Source& source, Builder& builder);

}  // namespace structural::go::regexp
