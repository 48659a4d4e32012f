#include "cli/report/findings/size_limits.h"

#include <algorithm>

#include "cli/report/rules/server_rules.h"
#include "document/tree.h"

namespace structural::findings {
namespace {

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kAnnotations = 256 * kKiB;
constexpr std::size_t kEtcd = 1536 * kKiB;
constexpr std::size_t kRequest = 3072 * kKiB;
constexpr std::string_view kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";

// Returns the size in bytes of the JSON as Go encodes it. In strings, Go writes <, > and & as escapes such as \u003c.
std::size_t SizeInGo(std::string_view json) {
  std::size_t size = json.size();
  for (const char c : json) size += c == '<' || c == '>' || c == '&' ? 5 : 0;
  return size;
}

// The sizes in bytes of the annotations that a CRD has after `kubectl apply`: those in the file (`others`), and the
// annotation with a copy of the CRD, which contains `others` again.
struct Applied {
  std::size_t others = 0;
  std::size_t copy = 0;

  std::size_t total() const { return others + kLastApplied.size() + copy; }
};

Applied AppliedSize(std::string_view json) {
  const document::Tree tree(json);
  const auto metadata = tree.Member(document::Tree::kRoot, "metadata");
  const auto annotations = metadata == document::Tree::kNone ? metadata : tree.Member(metadata, "annotations");
  Applied applied{0, SizeInGo(json) + 1};  // 1 is the size of the line break at the end of the copy
  if (annotations == document::Tree::kNone || !tree.IsObject(annotations)) {
    applied.copy += std::string_view("\"annotations\":{},").size();
    return applied;
  }
  for (auto each = tree.FirstChild(annotations); each != document::Tree::kNone; each = tree.Next(each)) {
    const std::string key = tree.Key(each);
    const std::string value = tree.String(each);
    if (key != kLastApplied) {
      applied.others += key.size() + value.size();
      continue;
    }
    applied.copy -= std::min(applied.copy, SizeInGo(tree.Scalar(each)) + key.size() + 4);
  }
  return applied;
}

std::string Above(std::size_t size, std::size_t limit) {
  return std::to_string(size) + " bytes, and the limit is " + std::to_string(limit);
}

}  // namespace

std::vector<SizeError> SizeErrors(std::string_view json) {
  std::vector<SizeError> errors;
  const std::size_t size = SizeInGo(json);
  // below any limit: all annotations together have less than 2 * size + 100 bytes
  if (size < kAnnotations / 3) return errors;
  if (size > kRequest) {
    errors.push_back({rules::kRequestSize.id, Severity::kError, "", "the request has " + Above(size, kRequest)});
  } else if (size > kEtcd) {
    errors.push_back({rules::kObjectSize.id, Severity::kWarning, "",
                      "the object has " + Above(size, kEtcd) + " by default in etcd"});
  }
  const std::size_t applied = AppliedSize(json).total();
  if (applied > kAnnotations) {
    errors.push_back({rules::kApplySize.id, Severity::kWarning, "metadata.annotations",
                      "kubectl apply would store annotations of " + Above(applied, kAnnotations)});
  }
  return errors;
}

}  // namespace structural::findings
