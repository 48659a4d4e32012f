// Upstream: apis/apiextensions/validation/validation.go validateAPIApproval and
// apihelpers/helpers.go IsProtectedCommunityGroup, GetAPIApprovalState (v0.37.2).
#include "schema/go/url.h"
#include "schema/validate/checks.h"

namespace structural::validate {
namespace {

constexpr std::string_view kAnnotation = "api-approved.kubernetes.io";
constexpr std::string_view kProtected =
    "protected groups must have approval annotation "
    "\"api-approved.kubernetes.io\"";
constexpr std::string_view kSee = ", see https://github.com/kubernetes/enhancements/pull/1111";

enum class Approval { kInvalid, kApproved, kBypassed, kMissing };

bool IsProtected(std::string_view group) {
  return group == "k8s.io" || group.ends_with(".k8s.io") || group == "kubernetes.io" ||
         group.ends_with(".kubernetes.io");
}

std::string_view AnnotationOf(const crd::Internal& crd) {
  return TextOf(Below(Below(crd.crd.Find("metadata"), "annotations"), kAnnotation));
}

Approval StateOf(std::string_view annotation) {
  if (annotation.empty()) return Approval::kMissing;
  if (annotation.starts_with("unapproved")) return Approval::kBypassed;
  const auto parsed = go::ParseUrl(annotation, go::UrlKind::kRequest);
  const go::Url* url = std::get_if<go::Url>(&parsed);
  const bool whole = url != nullptr && !url->host.empty() && !url->scheme.empty();
  return whole ? Approval::kApproved : Approval::kInvalid;
}

}  // namespace

// Does not report an approval that an update does not change.
void ValidateApiApproval(const Context& in, const crd::Internal* old) {
  if (in.options.by_v1beta1 || !IsProtected(TextOf(in.spec().Find("group")))) return;
  const std::string_view annotation = AnnotationOf(in.crd);
  const Approval state = StateOf(annotation);
  if (old != nullptr && StateOf(AnnotationOf(*old)) == state) return;
  const FieldPath metadata("metadata");
  const FieldPath path = metadata.Child("annotations", kAnnotation);
  std::string reason(kProtected);
  if (state == Approval::kMissing) in.errors.Add(kubernetes::Required(kApproval, path, reason.append(kSee)));
  if (state != Approval::kInvalid) return;
  reason.append(" with either a URL or a reason starting with \"unapproved\"").append(kSee);
  in.errors.Add(kubernetes::Invalid(kApproval, path, annotation, reason));
}

}  // namespace structural::validate
