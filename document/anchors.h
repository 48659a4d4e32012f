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

// AliasBudget: how much of a document may come from repeated anchors.
//
// A few lines of nested aliases can stand for gigabytes. As in Go, the values that aliases repeat
// may be 99 % of all while there are few, and 10 % where there are millions.
//
// Upstream: go.yaml.in/yaml/v2 decode.go unmarshal, allowedAliasRatio (v2.4.4).
class AliasBudget {
 public:
  // One value, or `values` of them out of an alias. False: too many come from aliases.
  bool Add() {
    ++all_;
    return Fits();
  }
  bool AddRepeated(std::uint64_t values) {
    all_ += values;
    repeated_ += values;
    return Fits();
  }
  // One value less: Go does not look at a list of merged objects itself.
  void Remove() { --all_; }

  std::uint64_t all() const { return all_; }

 private:
  bool Fits() const { return repeated_ <= 100 || all_ <= 1000 || FitsRatio(); }
  bool FitsRatio() const;

  std::uint64_t all_ = 0;
  std::uint64_t repeated_ = 0;
};

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
