// Builds the tree of a pattern from its parts, from left to right.
//
// Upstream: Go regexp/syntax parse.go, "Parse stack manipulation" (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/source.h"
#include "schema/go/regexp/tree.h"

namespace structural::go::regexp {

// The outcome of adding a part. If a limit is exceeded, exceeded() has the reason, for any outcome.
enum class Outcome { kDone, kNothingToRepeat, kTooManyRepeats, kNothingToClose };

class Builder {
 public:
  // The flags at the parser's position in the pattern.
  Flags flags = kOneLine;

  void AddLiteral(char32_t rune);
  void Add(Op op, Flags more_flags = 0);

  // Takes a node for a character class. As in Go, this must happen before the class is read.
  Node* StartClass();
  void FinishClass(Node* node, std::span<const Range> clean);
  void AbandonClass(Node* node) { tree_.Reuse(node); }

  // Applies a repetition to the last node: *, + or ?, or {min,max} for kRepeat.
  Outcome Repeat(Op op, int min, int max, bool non_greedy);

  // Begin and end a group. Flags that are set within the group end with it.
  void OpenGroup(bool captures);
  Outcome CloseGroup();

  // Begins the next alternative, after a |.
  void AddAlternative();

  // Ends the pattern. Returns true if the pattern is one tree and no group is open.
  bool Finish();

  // Precondition: Finish() returned true.
  const Node& root() const { return *tree_.stack.front(); }

  // Returns the message of the exceeded limit, or an empty text.
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

// Reads flags, or the beginning of a group with flags or a name: (?i), (?s-m:, (?P<name>.
//
// Upstream: Go regexp/syntax parse.go parsePerlFlags (Go 1.26).
//
// Precondition: the source starts with (?.
bool ReadGroup(Source& source, Builder& builder);

}  // namespace structural::go::regexp
