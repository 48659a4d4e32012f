// Anchors: the nodes of a YAML document that have a name, for aliases.
//
// Borrows the Builder and the AliasBudget of the document. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/alias_budget.h"
#include "document/builder.h"
#include "document/scalar.h"

namespace structural::document {

struct Anchor {
  Span span;                 // empty of a scalar
  std::uint64_t values = 0;  // how many AliasBudget counted in it
  bool open = true;          // the node has not ended yet
  // Of a scalar, which may mean one thing as a value and another as a key.
  bool scalar = false;
  std::string text;
  std::string tag;
  bool plain = false;

  ScalarText AsScalar() const { return {text, tag, plain}; }
};

class Anchors {
 public:
  Anchors(const Builder& builder, const AliasBudget& budget) : builder_(builder), budget_(budget) {}

  // Just before a node, and just after it. A later node takes the name over. The number is for
  // Close; -1 for an empty name, which is none.
  int Open(std::string_view name);
  int OpenScalar(std::string_view name, const ScalarText& scalar);
  void Close(int anchor);

  // Null: there is none of this name so far.
  const Anchor* Find(std::string_view name) const;

 private:
  const Builder& builder_;
  const AliasBudget& budget_;
  std::vector<Anchor> anchors_;
  std::map<std::string, int, std::less<>> by_name_;  // no hashes that a text could choose
};

}  // namespace structural::document
