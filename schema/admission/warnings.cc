#include "schema/admission/warnings.h"

#include <set>
#include <string_view>
#include <unordered_set>

#include "schema/admission/resource.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/kubernetes/field_error.h"

namespace structural::admission {
namespace {

using json::Value;

std::set<std::string_view> FinalizersOf(const Value& object) {
  std::set<std::string_view> names;
  const Value finalizers = MetadataField(object, "finalizers");
  for (const Value& name : ElementsOf(&finalizers)) names.insert(TextOf(&name));
  return names;
}

bool IsStandard(std::string_view finalizer) {
  return finalizer == "orphan" || finalizer == "foregroundDeletion" || finalizer == "kubernetes";
}

void WarnOfFinalizer(std::string_view finalizer, std::vector<std::string>& to) {
  const std::string place = "metadata.finalizers: " + base::Quote(finalizer) + ": ";
  for (const std::string& reason : kubernetes::ValidateQualifiedName(finalizer)) to.push_back(place + reason);
  if (finalizer.find('/') != std::string_view::npos || IsStandard(finalizer)) return;
  const bool has_dot = finalizer.find('.') != std::string_view::npos;
  to.push_back(place + "prefer a domain-qualified finalizer name " + (has_dot ? "including a path (/) " : "") +
               "to avoid accidental conflicts with other finalizer writers");
}

}  // namespace

std::vector<std::string> FinalizerWarnings(const Value& object, const Value* old) {
  const auto before = old == nullptr ? std::set<std::string_view>() : FinalizersOf(*old);
  std::vector<std::string> warnings;
  for (const std::string_view finalizer : FinalizersOf(object)) {
    if (!before.contains(finalizer)) WarnOfFinalizer(finalizer, warnings);
  }
  return warnings;
}

std::vector<std::string> DropRepeatedOwners(Value& object, base::Arena& arena, bool is_patched) {
  const Value owners = MetadataField(object, "ownerReferences");
  std::unordered_set<std::string> seen;
  std::vector<Value> kept;
  std::string repeated;
  for (const Value& owner : ElementsOf(&owners)) {
    std::string text;
    json::AppendJson(owner, text);
    if (seen.insert(std::move(text)).second) {
      kept.push_back(owner);
    } else {
      base::AppendItem(repeated, ", ", TextOf(owner.Find("uid")));
    }
  }
  if (kept.size() == ElementsOf(&owners).size()) return {};
  SetMetadata(object, "ownerReferences", Value::Array(arena.Copy(std::span<const Value>(kept))), arena);
  return {std::string(".metadata.ownerReferences contains duplicate entries") +
          (is_patched ? " after mutating admission happens" : "") +
          "; API server dedups owner "
          "references in 1.20+, and may reject such requests as early as 1.24; please fix your "
          "requests; duplicate UID(s) observed: " +
          repeated};
}

}  // namespace structural::admission
