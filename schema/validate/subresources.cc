// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionSubresources (v0.37.2).
#include "schema/validate/checks.h"
#include "schema/validate/json_path.h"
#include "schema/validate/printed.h"

namespace structural::validate {
namespace {

void ReplicasPath(const Context& in, std::string_view json_path, std::string_view prefix, const FieldPath& path,
                  std::string_view detail) {
  if (json_path.empty()) {
    in.errors.Add(kubernetes::Required(kSubresources, path, ""));
  } else if (ValidateSimpleJsonPath(in, kSubresources, json_path, path) && !json_path.starts_with(prefix)) {
    in.errors.Add(kubernetes::Invalid(kSubresources, path, json_path, detail));
  }
}

}  // namespace

bool HasStatusEnabled(const Value* subresources) { return Below(subresources, "status") != nullptr; }

void ValidateSubresources(const Context& in, const Value& holder, const FieldPath& parent) {
  const Value* scale = Below(holder.Find("subresources"), "scale");
  if (scale == nullptr) return;
  const FieldPath path = parent.Child("subresources");
  ReplicasPath(in, TextOf(scale->Find("specReplicasPath")), ".spec.", path.Child("scale.specReplicasPath"),
               "should be a json path under .spec");
  ReplicasPath(in, TextOf(scale->Find("statusReplicasPath")), ".status.", path.Child("scale.statusReplicasPath"),
               "should be a json path under .status");
  const std::string_view selector = TextOf(scale->Find("labelSelectorPath"));
  const FieldPath at = path.Child("scale.labelSelectorPath");
  if (selector.empty() || !ValidateSimpleJsonPath(in, kSubresources, selector, at)) return;
  if (selector.starts_with(".spec.") || selector.starts_with(".status.")) return;
  in.errors.Add(kubernetes::InvalidPrinted(kSubresources, at, PrintedText(selector),
                                           "should be a json path under either .spec or .status"));
}

}  // namespace structural::validate
