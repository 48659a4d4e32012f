#include "schema/validate/validate.h"

#include "schema/base/quote.h"
#include "schema/validate/checks.h"
#include "schema/validate/features.h"
#include "schema/validate/options.h"
#include "schema/validate/printed.h"
#include "schema/validate/strategy.h"
#include "schema/validate/unread.h"

namespace structural::validate {
namespace {

base::Result<crd::Internal> DecodeFor(Release release, const Text& text, base::Arena& arena) {
  crd::Amend amend;
  if (!release.IsNewest()) {
    amend = [&](crd::CustomResourceDefinition& crd, Value& read) { DropUnknownFields(release, crd, read, arena); };
  }
  return text.decoded == nullptr ? crd::DecodeInternal(text.json, arena, amend)
                                 : crd::DecodeInternal(text.json, *text.decoded, arena, amend);
}

std::vector<kubernetes::Violation> TakeErrors(Errors errors, Release release) {
  auto taken = std::move(errors).Take();
  // Gives the note about missing errors the id of the last error, which most of them probably have.
  if (taken.size() > 1 && taken.back().rule.empty()) taken.back().rule = taken[taken.size() - 2].rule;
  if (release.IsNewest()) return taken;
  for (kubernetes::Violation& error : taken) error = InWordingOf(release, std::move(error));
  return taken;
}

ValidationResult ResultFor(const crd::Internal& crd) {
  return {crd.api_version, std::string(TextOf(Below(crd.crd.Find("metadata"), "name")))};
}

// Upstream: validatePreserveUnknownFields.
void PreserveUnknownFields(const Context& in, const crd::Internal* old) {
  constexpr std::string_view kField = "preserveUnknownFields";
  if (in.options.by_v1beta1) return;
  if (old != nullptr && IsTrue(old->crd.Find("spec")->Find(kField))) return;
  if (!IsTrue(in.spec().Find(kField))) return;
  const FieldPath spec("spec");
  in.errors.Add(kubernetes::InvalidTrue(kPreserveUnknownFields, spec.Child(kField),
                                        "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                                        "spec.versions[*].schema instead"));
}

void ImmutableText(const Context& in, const Value* now, const Value* then, const FieldPath& path,
                   bool is_plain_string) {
  if (TextOf(now) == TextOf(then)) return;
  const std::string printed = is_plain_string ? base::Quote(TextOf(now)) : PrintedText(TextOf(now));
  in.errors.Add(kubernetes::InvalidPrinted(kImmutable, path, printed, "field is immutable"));
}

// Upstream: validateCustomResourceDefinitionSpecUpdate.
void ImmutableFields(const Context& in, const crd::Internal& old) {
  const Value& now = in.spec();
  const Value& then = *old.crd.Find("spec");
  const FieldPath spec("spec");
  const FieldPath names = spec.Child("names");
  const auto name = [&](std::string_view key) {
    ImmutableText(in, Below(now.Find("names"), key), Below(then.Find("names"), key), names.Child(key), true);
  };
  if (in.options.require_immutable_names) {
    ImmutableText(in, now.Find("scope"), then.Find("scope"), spec.Child("scope"), false);
    name("kind");
  }
  ImmutableText(in, now.Find("group"), then.Find("group"), spec.Child("group"), true);
  name("plural");
}

// Runs the checks that creates and updates share, in the server's order.
void ValidateAll(const Context& in, const crd::Internal* old) {
  ValidateMetadata(in, old);
  ValidateSpec(in);
  if (old != nullptr) ImmutableFields(in, *old);
  const FieldPath status("status");
  ValidateNames(in, Below(in.crd.crd.Find("status"), "acceptedNames"), status.Child("acceptedNames"));
  ValidateStoredVersions(in);
  ValidateApiApproval(in, old);
  PreserveUnknownFields(in, old);
}

}  // namespace

std::string StatusMessage(const ValidationResult& verdict) {
  return "CustomResourceDefinition.apiextensions.k8s.io " + base::Quote(verdict.name) +
         " is invalid: " + kubernetes::Message(verdict.errors);
}

base::Result<ValidationResult> ValidateCreate(const Text& text, base::Arena& arena, Server server) {
  auto crd = DecodeFor(server.release, text, arena);
  if (!crd.ok()) return crd.error();
  if (server.as_request) BeforeCreate(*crd);
  PrepareForCreate(*crd, arena);
  ValidationResult verdict = ResultFor(*crd);
  Errors errors;
  expressions::CompilationBudget effort;
  const Options options = OptionsForCreate(*crd, server.release);
  ValidateAll({*crd, options, errors, effort, arena}, nullptr);
  verdict.errors = TakeErrors(std::move(errors), server.release);
  verdict.warnings = WarningsOnCreate(*crd, server.release);
  return verdict;
}

base::Result<ValidationResult> ValidateUpdate(const Text& text, const Text& old_text, base::Arena& arena,
                                              Server server) {
  auto crd = DecodeFor(server.release, text, arena);
  if (!crd.ok()) return crd.error();
  auto old = DecodeFor(server.release, old_text, arena);
  if (!old.ok()) return old.error().In("old");
  if (server.as_request) BeforeUpdate(*crd, *old, arena);
  PrepareForUpdate(*crd, *old, arena);
  ValidationResult verdict = ResultFor(*crd);
  Errors errors;
  expressions::CompilationBudget effort;
  const Options options = OptionsForUpdate(*crd, *old, server.release, arena);
  ValidateAll({*crd, options, errors, effort, arena}, &*old);
  verdict.errors = TakeErrors(std::move(errors), server.release);
  verdict.warnings = WarningsOnUpdate(*crd, *old, server.release);
  return verdict;
}

}  // namespace structural::validate
