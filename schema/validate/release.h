// Release: a release of Kubernetes, and how its validation of CRDs differs from that of other releases.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/kubernetes/releases.h"
#include "schema/kubernetes/violation.h"

namespace structural::validate {

// Features of the validation that only some releases have. kDifferences (release.cc) describes each feature, in the
// same order.
enum class Feature : char {
  kServingV1beta1,
  kMapTypeField,
  kReviewVersionV1,
  kListMapKeysCheck,
  kDeprecationFields,
  kNestedRulesField,
  kRulesField,
  kMessageExpressionField,
  kReasonField,
  kFunctionsInStoredRules,
  kCostLimitRatchet,
  kOptionalOldSelfField,
  kNestedAdditionalPropertiesCheck,
  kCaBundleCheck,
  kFunctionsInStoredMessages,
  kSelectableFieldsField,
  kNameFormats,
  kFormatWarnings,
  kSelectableFieldsRatchet,
  kDocsInStructuralForm,
  kNumberFormatWarnings,
  kNonScalarSetWarnings,
  kDistinctMetadataErrors,
  kTooFewErrors,
};

// A minor release of Kubernetes, or a pre-release. A plain value.
class Release {
 public:
  static constexpr int kOldestMinor = kubernetes::kOldestMinor;
  static constexpr int kDefaultMinor = kubernetes::kDefaultMinor;
  static constexpr int kNewestMinor = kubernetes::kNewestMinor;

  constexpr Release() = default;  // the newest release that is not a pre-release
  // Parses the name of a release as servers report it: "1.30", "v1.30.4", "v1.30.4+k3s1" or "v1.38.0-alpha.2". Returns
  // nullopt for an invalid text, or for a release that is not supported.
  static std::optional<Release> Named(std::string_view name);

  // Returns the supported releases in words: "1.16 to 1.37, or the pre-release 1.38".
  static std::string Supported();

  std::string Name() const { return "1." + std::to_string(minor_); }
  // Returns the name, which marks a pre-release: "1.38 (pre-release)".
  std::string MarkedName() const;
  bool IsDefault() const { return minor_ == kDefaultMinor; }
  bool Has(Feature feature) const;
  int minor() const { return minor_; }
  bool operator==(const Release&) const = default;

 private:
  constexpr explicit Release(int minor) : minor_(minor) {}

  int minor_ = kDefaultMinor;
};

// A feature that not all supported releases have.
struct Difference {
  Feature feature;
  int first_minor;               // minor version of the first release that has the feature
  int last_minor;                // minor version of the last release that has the feature
  std::string_view description;  // what a server with the feature does, for users: "reads `selectableFields`"
  // place in the Go sources of Kubernetes: "formats.go supportedVersionedFormats (v0.34)"
  std::string_view source;
};

std::span<const Difference> Differences();

// Returns the error with the text that a server of the release prints. The invalid value in the text is printed as by
// the newest release.
kubernetes::Violation InWordingOf(Release release, kubernetes::Violation error);

}  // namespace structural::validate
