#include "cli/findings/union_findings.h"

#include "cli/findings/annotation_text.h"
#include "cli/rules/rules.h"
#include "cli/shared/locate.h"
#include "schema/base/quote.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/crd_unions.h"

namespace structural::lint {
namespace {

using document::Tree;
using unions::kep::UnionError;
using unions::kep::UnionErrorCode;

const rules::Rule& RuleOf(UnionErrorCode code) {
  switch (code) {
    case UnionErrorCode::kAnnotation: return kUnionAnnotation;
    case UnionErrorCode::kPlace: return kUnionPlace;
    case UnionErrorCode::kForm: return kUnionForm;
    case UnionErrorCode::kSpelling: return kUnionSpelling;
    case UnionErrorCode::kMember: return kUnionMember;
    case UnionErrorCode::kOptional: return kUnionMemberOptional;
    case UnionErrorCode::kOverlap: return kUnionOverlap;
    case UnionErrorCode::kValue: return kUnionValue;
    case UnionErrorCode::kString: return kUnionDiscriminatorType;
    case UnionErrorCode::kRecommended: break;
  }
  return kUnionWithoutDiscriminator;
}

class Judge {
 public:
  Judge(const CrdText& text, const crd::CustomResourceDefinition& crd, const Tree& tree)
      : text_(text), crd_(crd), tree_(tree), annotation_(tree) {}

  Finding Of(const UnionError& error) const;
  Finding Of(const document::DuplicateKey& twice) const;
  std::vector<document::DuplicateKey> duplicates() const { return annotation_.duplicates(); }

 private:
  Finding New(const rules::Rule& rule, bool advice) const;
  void PutInAnnotation(std::optional<document::Position> at, Finding& finding) const;

  const CrdText& text_;
  const crd::CustomResourceDefinition& crd_;
  const Tree& tree_;
  const AnnotationText annotation_;
};

Finding Judge::New(const rules::Rule& rule, bool advice) const {
  Finding finding;
  finding.rule = rule.id;
  finding.severity = text_.mode.strict && !advice ? Severity::kError : Severity::kWarning;
  finding.crd = crd_.metadata.name;
  finding.path = unions::kep::kAnnotationPath;
  return finding;
}

void Judge::PutInAnnotation(std::optional<document::Position> at, Finding& finding) const {
  finding.at = text_.document.At(text_.offset + tree_.ValueOffset(annotation_.node()));
  if (at) finding.within = Within{annotation_.text(), *at};
}

Finding Judge::Of(const UnionError& error) const {
  Finding finding = New(RuleOf(error.code), IsAdvice(error));
  finding.path = error.path;
  finding.message = error.text;
  const std::string_view path = error.path;
  if (path.starts_with(unions::kep::kAnnotationPath)) {
    PutInAnnotation(annotation_.At(path.substr(unions::kep::kAnnotationPath.size())), finding);
    return finding;
  }
  const Place place = Locate(tree_, Tree::kRoot, path);
  finding.at = text_.document.At(text_.offset + tree_.Offset(place.node));
  for (std::size_t i = 0; i < crd_.versions.size(); ++i) {
    if (!path.starts_with("spec.versions[" + std::to_string(i) + "].")) continue;
    finding.versions.emplace_back(crd_.versions[i].name);
  }
  return finding;
}

Finding Judge::Of(const document::DuplicateKey& twice) const {
  Finding finding = New(kDuplicateKey, false);
  finding.message = "the key " + base::Quote(twice.key) + " is repeated, so this value is ignored";
  PutInAnnotation(twice.first, finding);
  return finding;
}

}  // namespace

std::vector<Finding> UnionFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                   const Tree& tree, base::Arena& arena) {
  const Judge judge(text, crd, tree);
  std::vector<Finding> findings;
  for (const auto& twice : judge.duplicates()) findings.push_back(judge.Of(twice));
  for (const UnionError& error : unions::kep::ReadCrdUnions(text.json, crd, arena).errors) {
    findings.push_back(judge.Of(error));
  }
  return findings;
}

}  // namespace structural::lint
