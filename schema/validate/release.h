// Releases of Kubernetes, and in what they differ when they validate a CRD.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/kubernetes/violation.h"

namespace structural::validate {

// What some releases have and others have not. Differences() has a row for each, in this order.
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
  kStoredExpressions,
  kCostRatchet,
  kOptionalOldSelfField,
  kNestedFalseCheck,
  kCaBundleCheck,
  kStoredMessages,
  kSelectableFieldsField,
  kNameFormats,
  kFormatWarnings,
  kSelectableFieldsRatchet,
  kDocsInForm,
  kNumberFormatWarnings,
  kSetWarnings,
};

// A minor release, 1.16 to 1.37. A plain value.
class Release {
 public:
  static constexpr int kOldestMinor = 16;
  static constexpr int kNewestMinor = 37;

  constexpr Release() = default;  // the newest
  // "1.30", also as servers have it: "v1.30.4", "v1.30.4+k3s1". nullopt where it is none of them.
  static std::optional<Release> Named(std::string_view name);

  std::string Name() const { return "1." + std::to_string(minor_); }
  bool IsNewest() const { return minor_ == kNewestMinor; }
  bool Has(Feature feature) const;
  int minor() const { return minor_; }
  bool operator==(const Release&) const = default;

 private:
  int minor_ = kNewestMinor;
};

struct Difference {
  Feature feature;
  int first;              // the minor of the first release that has it
  int last;               // and of the last one
  std::string_view what;  // for people
  std::string_view source;
};

std::span<const Difference> Differences();

// The error as that release says it; values are printed as the newest one does.
kubernetes::Violation InWordsOf(Release release, kubernetes::Violation error);

}  // namespace structural::validate
