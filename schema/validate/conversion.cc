// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceConversion,
// validateConversionReviewVersions (v0.37.2).
#include <algorithm>
#include <set>

#include "schema/validate/checks.h"
#include "schema/validate/printed.h"
#include "schema/validate/webhook.h"

namespace structural::validate {
namespace {

bool IsAccepted(std::string_view version, Release release) {
  return version == "v1beta1" || (version == "v1" && release.Has(Feature::kReviewVersionV1));
}

void ReviewVersion(const Context& in, std::string_view version, const FieldPath& path) {
  for (const std::string& reason : kubernetes::ValidateDNS1035Label(version))
    in.errors.Add(kubernetes::Invalid(kConversion, path, version, reason));
}

void ReviewVersions(const Context& in, const Value* list, const FieldPath& conversion) {
  const FieldPath path = conversion.Child("conversionReviewVersions");
  const auto versions = ElementsOf(list);
  if (versions.empty()) return in.errors.Add(kubernetes::Required(kConversion, path, ""));
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < versions.size() && !in.errors.full(); ++i) {
    const std::string_view version = TextOf(&versions[i]);
    const FieldPath at = conversion.Child("conversionReviewVersions", i);
    if (seen.insert(version).second) {
      ReviewVersion(in, version, at);
    } else {
      in.errors.Add(kubernetes::Invalid(kConversion, at, version, "duplicate version"));
    }
  }
  if (!in.options.require_recognized_conversion_review_version) return;
  const Release release = in.options.release;
  const auto accepted = [&](std::string_view version) { return IsAccepted(version, release); };
  if (std::ranges::any_of(seen, accepted)) return;
  in.errors.Add(kubernetes::InvalidPrinted(kConversion, path, PrintedJson(list),
                                           release.Has(Feature::kReviewVersionV1)
                                               ? "must include at least one of v1, v1beta1"
                                               : "must include at least one of v1beta1"));
}

void WebhookConversion(const Context& in, const Value& conversion, const FieldPath& path) {
  const FieldPath at = path.Child("webhookClientConfig");
  const Value* config = conversion.Find("webhookClientConfig");
  if (config == nullptr) {
    in.errors.Add(kubernetes::Required(kConversion, at, "required when strategy is set to Webhook"));
  } else {
    ValidateWebhookClientConfig(in, *config, at);
  }
  ReviewVersions(in, conversion.Find("conversionReviewVersions"), path);
}

void NoWebhook(const Context& in, const Value& conversion, const FieldPath& path) {
  constexpr std::string_view kDetail = "should not be set when strategy is not set to Webhook";
  if (Has(conversion, "webhookClientConfig"))
    in.errors.Add(kubernetes::Forbidden(kConversion, path.Child("webhookClientConfig"), kDetail));
  if (!ElementsOf(conversion.Find("conversionReviewVersions")).empty()) {
    in.errors.Add(kubernetes::Forbidden(kConversion, path.Child("conversionReviewVersions"), kDetail));
  }
}

}  // namespace

bool HasValidConversionReviewVersionOrEmpty(std::span<const Value> versions, Release release) {
  return versions.empty() ||
         std::ranges::any_of(versions, [&](const Value& version) { return IsAccepted(TextOf(&version), release); });
}

void ValidateConversion(const Context& in) {
  const Value* conversion = in.spec().Find("conversion");
  if (conversion == nullptr) return;
  const std::string_view strategy = TextOf(conversion->Find("strategy"));
  const FieldPath spec("spec");
  const FieldPath path = spec.Child("conversion");
  const FieldPath at = path.Child("strategy");
  if (strategy != "None" && PreservesUnknownFields(in.spec())) {
    in.errors.Add(kubernetes::InvalidPrinted(kConversion, at, PrintedText(strategy),
                                             "must be None if spec.preserveUnknownFields is true"));
  }
  if (strategy.empty()) {
    in.errors.Add(kubernetes::Required(kConversion, at, ""));
  } else if (strategy != "None" && strategy != "Webhook") {
    in.errors.Add(kubernetes::NotSupported(kConversion, at, strategy, R"("None", "Webhook")"));
  }
  if (strategy == "Webhook") {
    WebhookConversion(in, *conversion, path);
  } else {
    NoWebhook(in, *conversion, path);
  }
}

}  // namespace structural::validate
