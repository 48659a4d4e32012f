// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionNames
// (v0.37.2).
#include "schema/base/text.h"
#include "schema/go/letter_case.h"
#include "schema/validate/checks.h"

namespace structural::validate {
namespace {

void NameMember(const Context& in, const Value* names, std::string_view key, const FieldPath& path) {
  const std::string_view name = TextOf(Below(names, key));
  if (name.empty()) return;
  const auto reasons = kubernetes::ValidateDNS1035Label(name);
  if (!reasons.empty()) in.errors.Add(kubernetes::Invalid(kNames, path.Child(key), name, base::Join(reasons, ",")));
}

void KindMember(const Context& in, const Value* names, std::string_view key, const FieldPath& path) {
  const std::string_view name = TextOf(Below(names, key));
  if (name.empty()) return;
  const auto reasons = kubernetes::ValidateDNS1035Label(go::ToLower(name));
  if (reasons.empty()) return;
  in.errors.Add(kubernetes::Invalid(kNames, path.Child(key), name,
                                    "may have mixed case, but should otherwise match: " + base::Join(reasons, ",")));
}

void NameList(const Context& in, const Value* names, std::string_view key, const FieldPath& path) {
  const auto list = ElementsOf(Below(names, key));
  for (std::size_t i = 0; i < list.size() && !in.errors.full(); ++i) {
    const auto reasons = kubernetes::ValidateDNS1035Label(TextOf(&list[i]));
    if (reasons.empty()) continue;
    in.errors.Add(kubernetes::Invalid(kNames, path.Child(key, i), TextOf(&list[i]), base::Join(reasons, ",")));
  }
}

}  // namespace

void ValidateNames(const Context& in, const Value* names, const FieldPath& path) {
  NameMember(in, names, "plural", path);
  NameMember(in, names, "singular", path);
  KindMember(in, names, "kind", path);
  KindMember(in, names, "listKind", path);
  NameList(in, names, "shortNames", path);
  const std::string_view kind = TextOf(Below(names, "kind"));
  if (!kind.empty() && kind == TextOf(Below(names, "listKind"))) {
    in.errors.Add(kubernetes::Invalid(kNames, path.Child("listKind"), kind, "kind and listKind may not be the same"));
  }
  NameList(in, names, "categories", path);
}

}  // namespace structural::validate
