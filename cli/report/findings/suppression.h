// Suppressions: an annotation in which the author of a CRD lists the rules whose findings are not reported, each with a
// reason.
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

// Returns the ids of the rules that the annotation lists with a reason.
std::set<std::string_view> IgnoredRules(const document::Tree& crd);

// The findings that are not suppressed, and the number of suppressed ones.
struct SuppressionResult {
  std::vector<Finding> findings;
  std::size_t suppressed = 0;
};

// Removes the findings of the CRD `name` that the annotation suppresses, and returns the remaining ones. A line of the
// annotation without a reason suppresses nothing; it is reported as a finding at `annotation`, the position of the
// annotation.
SuppressionResult ApplySuppressions(const document::Tree& crd, std::string_view name, document::Position annotation,
                                    std::vector<Finding> findings);

// TemplatedMetadata: finds metadata with template actions, such as labels: {app: "{{ .Release.Name }}"}. The CRD must
// outlive it. Not thread-safe, because it caches results.
class TemplatedMetadata {
 public:
  explicit TemplatedMetadata(const document::Tree& crd) : crd_(crd) {}

  // Returns whether the path leads to metadata with a template action in a key or a value. The output of the action is
  // unknown, so errors about it may be wrong.
  bool Has(std::string_view path);

 private:
  const document::Tree& crd_;
  std::unordered_map<document::Tree::Node, bool> known_;  // cached results by node
};

}  // namespace structural::findings
