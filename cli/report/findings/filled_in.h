// FilledIn: metadata that a template sets: labels: {app: "{{ .Release.Name }}"}.
#pragma once

#include <string_view>
#include <unordered_map>

#include "document/tree.h"

namespace structural::findings {

// The metadata of one CRD, which must outlive it. Not thread-safe: it remembers what it has read.
class FilledIn {
 public:
  explicit FilledIn(const document::Tree& crd) : crd_(crd) {}

  // Returns whether the path leads to metadata with a template action in a key or value, whose
  // rendered form is unknown.
  bool Has(std::string_view path);

 private:
  const document::Tree& crd_;
  std::unordered_map<document::Tree::Node, bool> known_;
};

}  // namespace structural::findings
