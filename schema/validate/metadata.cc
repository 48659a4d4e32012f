// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMeta,
// ValidateObjectMetaUpdate; apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinition, nameValidationFn (v0.37.2).
#include <set>

#include "schema/base/quote.h"
#include "schema/json/value.h"
#include "schema/objects/object_meta.h"
#include "schema/validate/checks.h"
#include "schema/validate/printed.h"

namespace structural::validate {
namespace {

std::int64_t GenerationOf(const Value& metadata) {
  const Value* generation = metadata.Find("generation");
  return generation == nullptr ? 0 : generation->integer();
}

void Common(const Context& in, const Value& metadata, objects::Finalizers finalizers) {
  base::TextList texts;
  objects::ValidateCommonMetadata(objects::ObjectPath("metadata"), metadata, finalizers, texts);
  in.errors.Add(kMetadata, std::move(texts).Take());
}

// Of a prefix, to which letters are added, the last character does not count if it is a dash.
//
// Upstream: generic.go NameIsDNSSubdomain, maskTrailingDash.
void NameOf(const Context& in, std::string_view key, std::string_view name, bool prefix,
            const FieldPath& path) {
  std::string masked(name);
  if (prefix && name.size() > 1 && name.ends_with('-'))
    masked.replace(name.size() - 2, std::string::npos, "a");
  auto reasons = kubernetes::ValidateDNS1123Subdomain(masked);
  const Value* names = in.spec().Find("names");
  std::string required(TextOf(Below(names, "plural")));
  required.append(".").append(TextOf(in.spec().Find("group")));
  if (name != required) reasons.push_back("must be spec.names.plural+\".\"+spec.group");
  for (const std::string& reason : reasons)
    in.errors.Add(kubernetes::Invalid(kMetadata, path.Child(key), name, reason));
}

void Create(const Context& in, const Value& metadata, const FieldPath& path) {
  const std::string_view generate = TextOf(metadata.Find("generateName"));
  const std::string_view name = TextOf(metadata.Find("name"));
  if (!generate.empty()) NameOf(in, "generateName", generate, true, path);
  if (name.empty()) {
    in.errors.Add(
        kubernetes::Required(kMetadata, path.Child("name"), "name or generateName is required"));
  } else {
    NameOf(in, "name", name, false, path);
  }
  if (!TextOf(metadata.Find("namespace")).empty()) {
    in.errors.Add(
        kubernetes::Forbidden(kMetadata, path.Child("namespace"), "not allowed on this type"));
  }
  Common(in, metadata, objects::Finalizers::kAreChecked);
}

std::set<std::string_view> FinalizersIn(const Value& metadata) {
  std::set<std::string_view> names;
  for (const Value& name : ElementsOf(metadata.Find("finalizers"))) names.insert(TextOf(&name));
  return names;
}

void NoNewFinalizers(const Context& in, const Value& metadata, const Value& old,
                     const FieldPath& path) {
  if (!Has(old, "deletionTimestamp")) return;
  const auto before = FinalizersIn(old);
  std::string added;
  for (const std::string_view name : FinalizersIn(metadata)) {
    if (before.contains(name)) continue;
    added.append(added.empty() ? "" : ", ").append(base::Quote(name));
  }
  if (added.empty()) return;
  in.errors.Add(kubernetes::Forbidden(
      kMetadata, path.Child("finalizers"),
      "no new finalizers can be added if the object is being deleted, found new finalizers "
      "[]string{" +
          added + "}"));
}

void Generation(const Context& in, const Value& metadata, const Value& old, const FieldPath& path) {
  const std::int64_t generation = GenerationOf(metadata);
  const auto invalid = [&](std::string_view detail) {
    in.errors.Add(kubernetes::InvalidPrinted(kMetadata, path.Child("generation"),
                                             std::to_string(generation), detail));
  };
  if (generation < 0) invalid("must be greater than or equal to 0");
  if (generation < GenerationOf(old)) invalid("must not be decremented");
}

void Immutable(const Context& in, const Value& metadata, const Value& old, const FieldPath& path) {
  constexpr std::string_view kDetail = "field is immutable";
  for (const std::string_view key : {"name", "namespace"}) {
    const std::string_view text = TextOf(metadata.Find(key));
    if (text != TextOf(old.Find(key)))
      in.errors.Add(kubernetes::Invalid(kImmutable, path.Child(key), text, kDetail));
  }
  const std::string_view uid = TextOf(metadata.Find("uid"));
  if (uid != TextOf(old.Find("uid"))) {
    in.errors.Add(
        kubernetes::InvalidPrinted(kImmutable, path.Child("uid"), PrintedText(uid), kDetail));
  }
  for (const std::string_view key :
       {"creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
    const Value *now = metadata.Find(key), *then = old.Find(key);
    const Value none;
    const bool is_pointer = key != "creationTimestamp";  // in Go: none differs from the zero time
    if ((!is_pointer || (now == nullptr) == (then == nullptr)) &&
        json::Equal(now == nullptr ? none : *now, then == nullptr ? none : *then))
      continue;
    in.errors.Add(
        kubernetes::InvalidPrinted(kImmutable, path.Child(key), PrintedJson(now), kDetail));
  }
}

}  // namespace

void ValidateMetadata(const Context& in, const crd::Internal* before) {
  const Value none = Value::Object({});
  const Value* found = in.crd.crd.Find("metadata");
  const Value& metadata = found == nullptr ? none : *found;
  const FieldPath path("metadata");
  if (before == nullptr) return Create(in, metadata, path);
  const Value* found_before = before->crd.Find("metadata");
  const Value& old = found_before == nullptr ? none : *found_before;
  NoNewFinalizers(in, metadata, old, path);
  if (TextOf(metadata.Find("resourceVersion")).empty()) {
    in.errors.Add(kubernetes::Invalid(kMetadata, path.Child("resourceVersion"), "",
                                      "must be specified for an update"));
  }
  Generation(in, metadata, old, path);
  Immutable(in, metadata, old, path);
  Common(in, metadata, objects::Finalizers::kAreNot);
}

}  // namespace structural::validate
