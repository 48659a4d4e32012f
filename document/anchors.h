// Anchors: the nodes of a YAML document that have a name, for aliases.
//
// Borrows the Builder and the AliasBudget of the document. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/builder.h"
#include "document/scalar.h"

namespace structural::document {

// AliasBudget: limits the share of a document that comes from repeated anchors.
//
// A few lines of nested aliases can expand to gigabytes. As in Go, repeated values may be up to 99
// % of all values in a small document, and 10 % in a document with millions of values.
//
// Upstream: go.yaml.in/yaml/v2 decode.go unmarshal, allowedAliasRatio (v2.4.4).
class AliasBudget {
 public:
  // Counts one value, or `values` values that an alias repeats. Returns false if the share of
  // repeated values exceeds the limit.
  bool Add() {
    ++all_;
    return Fits();
  }
  bool AddRepeated(std::uint64_t values) {
    all_ += values;
    repeated_ += values;
    return Fits();
  }
  // Uncounts one value: Go does not count a list of merged objects itself.
  void Remove() { --all_; }

  std::uint64_t all() const { return all_; }

 private:
  bool Fits() const { return repeated_ <= 100 || all_ <= 1000 || FitsRatio(); }
  bool FitsRatio() const;

  std::uint64_t all_ = 0;
  std::uint64_t repeated_ = 0;
};

struct Anchor {
  Span span;                 // part of the JSON with the node's value; empty for a scalar
  std::uint64_t values = 0;  // number of values that AliasBudget counted in the node
  bool open = true;          // the node is not complete yet
  // The node is a scalar. Its text and tag are stored, because an alias can use it as a value or as
  // a key, which can differ.
  bool scalar = false;
  std::string text;
  std::string tag;
  bool plain = false;

  ScalarText AsScalar() const { return {text, tag, plain}; }
};

class Anchors {
 public:
  Anchors(const Builder& builder, const AliasBudget& budget) : builder_(builder), budget_(budget) {}

  // Open is called just before a node, Close just after it. A later node with the same name
  // replaces the earlier one. Open returns the number for Close; -1 for an empty name, which
  // defines no anchor.
  int Open(std::string_view name);
  int OpenScalar(std::string_view name, const ScalarText& scalar);
  void Close(int anchor);

  // Returns null if no node so far has this name.
  const Anchor* Find(std::string_view name) const;

 private:
  const Builder& builder_;
  const AliasBudget& budget_;
  std::vector<Anchor> anchors_;
  // A tree, because a text could make hashes collide.
  std::map<std::string, int, std::less<>> by_name_;
};

}  // namespace structural::document
