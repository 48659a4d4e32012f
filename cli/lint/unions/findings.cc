#include "cli/lint/unions/findings.h"

#include "cli/lint/locate.h"
#include "cli/lint/rules.h"
#include "cli/lint/unions/annotation_text.h"
#include "schema/base/quote.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/crd_unions.h"

namespace structural::lint {
namespace {

using document::Tree;
using unions::kep::Demand;
using unions::kep::Objection;

const rules::Rule& RuleOf(Demand demand) {
  switch (demand) {
    case Demand::kAnnotation: return kUnionAnnotation;
    case Demand::kPlace: return kUnionPlace;
    case Demand::kForm: return kUnionForm;
    case Demand::kSpelling: return kUnionSpelling;
    case Demand::kMember: return kUnionMember;
    case Demand::kOptional: return kUnionMemberOptional;
    case Demand::kOverlap: return kUnionOverlap;
    case Demand::kValue: return kUnionValue;
    case Demand::kString: return kUnionDiscriminatorType;
    case Demand::kRecommended: break;
  }
  return kUnionWithoutDiscriminator;
}

class Judge {
 public:
  Judge(const CrdText& text, const crd::CustomResourceDefinition& crd, const Tree& tree)
      : text_(text), crd_(crd), tree_(tree), annotation_(tree) {}

  Finding Of(const Objection& objection) const;
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
  finding.severity = text_.manner.strict && !advice ? Severity::kError : Severity::kWarning;
  finding.crd = crd_.metadata.name;
  finding.path = unions::kep::kAnnotationPath;
  return finding;
}

void Judge::PutInAnnotation(std::optional<document::Position> at, Finding& finding) const {
  finding.at = text_.document.At(text_.offset + tree_.ValueOffset(annotation_.node()));
  if (at) finding.within = Within{annotation_.text(), *at};
}

Finding Judge::Of(const Objection& objection) const {
  Finding finding = New(RuleOf(objection.demand), IsAdvice(objection));
  finding.path = objection.path;
  finding.message = objection.text;
  const std::string_view path = objection.path;
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
  finding.message =
      "the key " + base::Quote(twice.key) + " is given again: what stands here does not count";
  PutInAnnotation(twice.first, finding);
  return finding;
}

}  // namespace

std::vector<Finding> UnionFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                   const Tree& tree, base::Arena& arena) {
  const Judge judge(text, crd, tree);
  std::vector<Finding> findings;
  for (const auto& twice : judge.duplicates()) findings.push_back(judge.Of(twice));
  for (const Objection& objection : unions::kep::ReadCrdUnions(text.json, crd, arena).objections) {
    findings.push_back(judge.Of(objection));
  }
  return findings;
}

}  // namespace structural::lint
