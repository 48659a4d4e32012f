// Builder builds the syntax tree of a pattern, while the parser reads the pattern from left to right.
//
// Upstream: Go regexp/syntax parse.go, "Parse stack manipulation" (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/source.h"
#include "schema/go/regexp/tree.h"

namespace structural::go::regexp {

// The result of adding a part to the tree. After every result, kDone included, the caller must check exceeded().
enum class Outcome { kDone, kNothingToRepeat, kTooManyRepeats, kNothingToClose };

class Builder {
 public:
  // The flags at the parser's current position in the pattern.
  Flags flags = kOneLine;

  void AddLiteral(char32_t rune);
  void Add(Op op, Flags more_flags = 0);

  // StartClass allocates a node for a character class. It must be called before the class is read, because the order of
  // allocations must be the same as in Go. FinishClass sets the ranges, and adds the node to the tree. AbandonClass
  // frees the node.
  Node* StartClass();
  void FinishClass(Node* node, std::span<const Range> clean);
  void AbandonClass(Node* node) { tree_.Reuse(node); }

  // Repeats the last node. `op` is kStar, kPlus or kQuest (*, + or ?), or kRepeat for {min,max}.
  Outcome Repeat(Op op, int min, int max, bool non_greedy);

  // OpenGroup begins a group, and CloseGroup ends it. The end of a group restores the flags from before the group.
  void OpenGroup(bool captures);
  Outcome CloseGroup();

  // Begins the next alternative, after the character |.
  void AddAlternative();

  // Completes the tree. Returns false if a group is still open.
  bool Finish();

  // Returns the root of the tree. Precondition: Finish() returned true.
  const Node& root() const { return *tree_.stack.front(); }

  // Returns the error message of the exceeded limit; empty if no limit is exceeded.
  std::string_view exceeded() const { return tree_.limits.exceeded(); }

 private:
  Node* Top(std::size_t depth = 1) const { return tree_.stack[tree_.stack.size() - depth]; }
  std::span<Node* const> TakeAlternative();
  void Push(Node* node);
  bool JoinLiterals(const char32_t* next, Flags next_flags);
  bool PushAsLiteral(Node* node);
  void Concat();
  void Alternate();
  void EndAlternatives();
  bool SwapVerticalBar();
  bool MergeAcrossVerticalBar();

  Tree tree_;
  std::vector<Node*> taken_nodes_;  // result of the last TakeAlternative
};

// Reads flags, or the beginning of a group that has flags or a name: (?i), (?s-m:, (?P<name>. Returns false after an
// error, which the source contains.
//
// Upstream: Go regexp/syntax parse.go parsePerlFlags (Go 1.26).
//
// Precondition: the source starts with "(?".
bool ReadGroup(Source& source, Builder& builder);

}  // namespace structural::go::regexp
