#include <set>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/json/members.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/print.h"
#include "schema/objects/object_meta.h"

namespace structural::objects {
namespace {

using json::Value;

std::int64_t GenerationOf(const Value& metadata) {
  const Value* generation = metadata.Find("generation");
  return generation == nullptr ? 0 : generation->integer();
}

class RequestMetadata {
 public:
  RequestMetadata(const kubernetes::ObjectPath& path, const Value& metadata, RepeatedErrors repeats,
                  kubernetes::FieldErrorList& errors)
      : path_(path), metadata_(metadata), repeats_(repeats), errors_(errors) {}

  void Create(const MetadataRules& rules);
  void Update(const Value& old);

 private:
  void Name(std::string_view key, std::string_view name, const MetadataRules& rules, bool prefix);
  void Namespace(bool namespaced);
  void NoNewFinalizers(const Value& old);
  void NonNegativeGeneration();
  void Immutable(const Value& old);

  std::string_view Text(std::string_view key) const { return TextOf(metadata_.Find(key)); }
  void Invalid(std::string_view key, const Value& bad, std::string_view detail) {
    errors_.Add(kubernetes::InvalidError(path_.Name(key).Field(), bad, detail));
  }
  // Reports a field of a named Go type, whose value the server prints as JSON.
  void InvalidJson(std::string_view key, const Value& bad) {
    errors_.Add(kubernetes::InvalidJsonError(path_.Name(key).Field(), kubernetes::MarshalJson(bad),
                                             kubernetes::kFieldIsImmutable));
  }
  void Forbidden(std::string_view key, std::string_view detail) {
    errors_.Add(kubernetes::ForbiddenError(path_.Name(key).Field(), detail));
  }
  void Common(FinalizerChecks finalizers) { ValidateCommonMetadata(path_, metadata_, finalizers, repeats_, errors_); }

  const kubernetes::ObjectPath& path_;
  const Value& metadata_;
  RepeatedErrors repeats_;
  kubernetes::FieldErrorList& errors_;
};

void RequestMetadata::Name(std::string_view key, std::string_view name, const MetadataRules& rules, bool prefix) {
  for (const std::string& reason : rules.against_name(name, prefix)) Invalid(key, Value::String(name), reason);
}

void RequestMetadata::Namespace(bool namespaced) {
  const std::string_view name = Text("namespace");
  if (!namespaced) {
    if (!name.empty()) Forbidden("namespace", "not allowed on this type");
  } else if (name.empty()) {
    errors_.Add(kubernetes::RequiredError(path_.Name("namespace").Field()));
  } else {
    for (const std::string& reason : kubernetes::ValidateDNS1123Label(name))
      Invalid("namespace", Value::String(name), reason);
  }
}

void RequestMetadata::Create(const MetadataRules& rules) {
  const std::string_view generate = Text("generateName"), name = Text("name");
  if (!generate.empty()) Name("generateName", generate, rules, true);
  if (name.empty()) {
    errors_.Add(kubernetes::RequiredError(path_.Name("name").Field(), "name or generateName is required"));
  } else {
    Name("name", name, rules, false);
  }
  Namespace(rules.namespaced);
  NonNegativeGeneration();
  Common(FinalizerChecks::kAreChecked);
}

std::set<std::string_view> FinalizersIn(const Value& metadata) {
  std::set<std::string_view> names;
  for (const Value& name : ElementsOf(metadata.Find("finalizers"))) names.insert(TextOf(&name));
  return names;
}

void RequestMetadata::NoNewFinalizers(const Value& old) {
  if (old.Find("deletionTimestamp") == nullptr) return;
  const auto before = FinalizersIn(old);
  std::string added;
  for (const std::string_view name : FinalizersIn(metadata_)) {
    if (before.contains(name)) continue;
    base::AppendItem(added, ", ", base::Quote(name));
  }
  if (added.empty()) return;
  Forbidden("finalizers",
            "no new finalizers can be added if the object is being deleted, found new finalizers "
            "[]string{" +
                added + "}");
}

void RequestMetadata::NonNegativeGeneration() {
  const Value generation = Value::Int(GenerationOf(metadata_));
  if (generation.integer() < 0) Invalid("generation", generation, "must be greater than or equal to 0");
}

void RequestMetadata::Immutable(const Value& old) {
  for (const std::string_view key : {"name", "namespace", "uid"}) {
    const std::string_view text = Text(key);
    if (text == TextOf(old.Find(key))) continue;
    const Value now = Value::String(text);
    key == "uid" ? InvalidJson(key, now) : Invalid(key, now, kubernetes::kFieldIsImmutable);
  }
  for (const std::string_view key : {"creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
    const Value *now = metadata_.Find(key), *then = old.Find(key);
    const Value none;
    const bool is_pointer = key != "creationTimestamp";  // in Go: a nil pointer differs from the zero time
    const bool changed = is_pointer && (now == nullptr) != (then == nullptr);
    if (now == nullptr) now = &none;
    if (changed || !json::Equal(*now, then == nullptr ? none : *then)) InvalidJson(key, *now);
  }
}

void RequestMetadata::Update(const Value& old) {
  NoNewFinalizers(old);
  if (Text("resourceVersion").empty()) Invalid("resourceVersion", Value::String(""), "must be specified for an update");
  NonNegativeGeneration();
  const Value generation = Value::Int(GenerationOf(metadata_));
  if (generation.integer() < GenerationOf(old)) Invalid("generation", generation, "must not be decremented");
  Immutable(old);
  Common(FinalizerChecks::kAreNot);
}

}  // namespace

// Ignores a trailing dash of a prefix.
//
// Upstream: generic.go maskTrailingDash.
kubernetes::Reasons SubdomainErrors(std::string_view name, bool prefix) {
  std::string masked(name);
  if (prefix && name.size() > 1 && name.ends_with('-')) masked.replace(name.size() - 2, std::string::npos, "a");
  return kubernetes::ValidateDNS1123Subdomain(masked);
}

void ValidateMetadataOnCreate(const kubernetes::ObjectPath& path, const Value& metadata, const MetadataRules& rules,
                              RepeatedErrors repeats, kubernetes::FieldErrorList& errors) {
  RequestMetadata(path, metadata, repeats, errors).Create(rules);
}

void ValidateMetadataOnUpdate(const kubernetes::ObjectPath& path, const Value& metadata, const Value& old,
                              RepeatedErrors repeats, kubernetes::FieldErrorList& errors) {
  RequestMetadata(path, metadata, repeats, errors).Update(old);
}

}  // namespace structural::objects
