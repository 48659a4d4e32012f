// AliasBudget: how much of a document may come from repeated anchors.
//
// A few lines of nested aliases can stand for gigabytes. As in Go, the values that aliases repeat
// may be 99 % of all while there are few, and 10 % where there are millions.
//
// Upstream: go.yaml.in/yaml/v2 decode.go unmarshal, allowedAliasRatio (v2.4.4).
#pragma once

#include <cstdint>

namespace structural::document {

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

}  // namespace structural::document
