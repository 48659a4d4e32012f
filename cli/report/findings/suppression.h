// Suppressions: findings that a CRD's author accepts, with a reason.
//
//   metadata:
//     annotations:
//       structural.lint/ignore: |
//         type-required: the generator cannot write a type here, removed in v2
//         nested-type, nested-default: kept for clients of 1.0
#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/report/findings/finding.h"
#include "document/tree.h"

namespace structural::findings {

inline constexpr std::string_view kIgnoreAnnotation = "structural.lint/ignore";
inline constexpr std::string_view kIgnorePath = "metadata.annotations[structural.lint/ignore]";

// Returns the rules whose findings the CRD accepts with a reason.
std::set<std::string_view> IgnoredRules(const document::Tree& crd);

struct SuppressionResult {
  std::vector<Finding> findings;
  std::size_t suppressed = 0;
};

// Removes the findings that the annotation suppresses, and returns the remaining findings of the CRD `name`. A line of
// the annotation without a reason has no effect; it is reported as a finding at `annotation`.
SuppressionResult ApplySuppressions(const document::Tree& crd, std::string_view name, document::Position annotation,
                                    std::vector<Finding> findings);

// Finds metadata that a template sets: labels: {app: "{{ .Release.Name }}"}. The CRD must outlive it. Not thread-safe,
// because it caches what it has read.
class TemplatedMetadata {
 public:
  explicit TemplatedMetadata(const document::Tree& crd) : crd_(crd) {}

  // Returns whether the path leads to metadata with a template action in a key or value, whose
  // rendered form is unknown.
  bool Has(std::string_view path);

 private:
  const document::Tree& crd_;
  std::unordered_map<document::Tree::Node, bool> known_;
};

}  // namespace structural::findings
