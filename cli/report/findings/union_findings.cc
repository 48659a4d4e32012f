#include "cli/report/findings/union_findings.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/report/rules/rules.h"
#include "cli/shared/locate.h"
#include "document/document.h"
#include "document/reader.h"
#include "document/tree.h"
#include "schema/base/quote.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/crd_unions.h"

namespace structural::findings {
namespace {

// AnnotationText: the text of the annotation structural.lint/unions, and the positions of values in it. Not
// thread-safe.
class AnnotationText {
 public:
  // Reads the annotation of a CRD.
  explicit AnnotationText(const document::Tree& crd);
  AnnotationText(const AnnotationText&) = delete;

  // Returns the node of the annotation's value in the CRD; kNone if the CRD does not have the annotation.
  document::Tree::Node node() const { return node_; }
  const std::string& text() const { return text_; }

  // Returns the position, in the text of the annotation, of the value at a path that begins in the annotation. If the
  // value does not exist, returns the position of the nearest enclosing value that exists. If the annotation cannot be
  // read, returns the position of the error. Returns nullopt if the position is unknown.
  std::optional<document::Position> At(std::string_view path) const;

  // Returns the repeated keys in the annotation's text.
  std::vector<document::DuplicateKey> duplicates() const;

 private:
  document::Tree::Node node_;
  std::string text_;
  std::optional<document::Document> document_;
  std::optional<document::Tree> tree_;
  std::optional<document::Position> problem_;
};

using document::Tree;

Tree::Node NodeIn(const Tree& crd) {
  Tree::Node node = Tree::kRoot;
  for (const std::string_view key :
       {std::string_view("metadata"), std::string_view("annotations"), unions::kep::kAnnotation}) {
    if (node != Tree::kNone) node = crd.Member(node, key);
  }
  return node;
}

AnnotationText::AnnotationText(const Tree& crd) : node_(NodeIn(crd)) {
  if (node_ == Tree::kNone) return;
  text_ = crd.String(node_);
  document::Reader reader(text_);
  auto next = reader.Next();
  if (!next) return;
  if (const auto* problem = std::get_if<document::Problem>(&*next)) {
    problem_ = problem->at;
    return;
  }
  document_ = std::get<document::Document>(std::move(*next));
  tree_.emplace(document_->json);
}

std::optional<document::Position> AnnotationText::At(std::string_view path) const {
  if (!tree_) return problem_;
  const cli::LocatedNode place = cli::Locate(*tree_, Tree::kRoot, path);
  return document_->At(tree_->Offset(place.node));
}

std::vector<document::DuplicateKey> AnnotationText::duplicates() const {
  return document_ ? document_->duplicates : std::vector<document::DuplicateKey>();
}

using document::Tree;
using unions::kep::UnionError;
using unions::kep::UnionErrorCode;

const crd::Rule& RuleOf(UnionErrorCode code) {
  switch (code) {
    case UnionErrorCode::kAnnotation: return rules::kUnionAnnotation;
    case UnionErrorCode::kPlace: return rules::kUnionPlace;
    case UnionErrorCode::kForm: return rules::kUnionForm;
    case UnionErrorCode::kSpelling: return rules::kUnionSpelling;
    case UnionErrorCode::kMember: return rules::kUnionMember;
    case UnionErrorCode::kOptional: return rules::kUnionMemberOptional;
    case UnionErrorCode::kOverlap: return rules::kUnionOverlap;
    case UnionErrorCode::kValue: return rules::kUnionValue;
    case UnionErrorCode::kString: return rules::kUnionDiscriminatorType;
    case UnionErrorCode::kRecommended: break;
  }
  return rules::kUnionWithoutDiscriminator;
}

class UnionChecker {
 public:
  UnionChecker(const CrdText& text, const crd::CustomResourceDefinition& crd, const Tree& tree)
      : text_(text), crd_(crd), tree_(tree), annotation_(tree) {}

  Finding Of(const UnionError& error) const;
  Finding Of(const document::DuplicateKey& twice) const;
  std::vector<document::DuplicateKey> duplicates() const { return annotation_.duplicates(); }

 private:
  Finding New(const crd::Rule& rule, bool advice) const;
  void PutInAnnotation(std::optional<document::Position> at, Finding& finding) const;

  const CrdText& text_;
  const crd::CustomResourceDefinition& crd_;
  const Tree& tree_;
  const AnnotationText annotation_;
};

Finding UnionChecker::New(const crd::Rule& rule, bool advice) const {
  Finding finding;
  finding.rule = rule.id;
  finding.severity = text_.mode.strict && !advice ? Severity::kError : Severity::kWarning;
  finding.crd = crd_.metadata.name;
  finding.path = unions::kep::kAnnotationPath;
  return finding;
}

void UnionChecker::PutInAnnotation(std::optional<document::Position> at, Finding& finding) const {
  finding.at = text_.document.At(text_.offset + tree_.ValueOffset(annotation_.node()));
  if (at) finding.within = TextInFile{annotation_.text(), *at};
}

Finding UnionChecker::Of(const UnionError& error) const {
  Finding finding = New(RuleOf(error.code), IsAdvice(error));
  finding.path = error.path;
  finding.message = error.text;
  const std::string_view path = error.path;
  if (path.starts_with(unions::kep::kAnnotationPath)) {
    PutInAnnotation(annotation_.At(path.substr(unions::kep::kAnnotationPath.size())), finding);
    return finding;
  }
  const cli::LocatedNode place = cli::Locate(tree_, Tree::kRoot, path);
  finding.at = text_.document.At(text_.offset + tree_.Offset(place.node));
  for (std::size_t i = 0; i < crd_.versions.size(); ++i) {
    if (!path.starts_with("spec.versions[" + std::to_string(i) + "].")) continue;
    finding.versions.emplace_back(crd_.versions[i].name);
  }
  return finding;
}

Finding UnionChecker::Of(const document::DuplicateKey& twice) const {
  Finding finding = New(rules::kDuplicateKey, false);
  finding.message = "the key " + base::Quote(twice.key) + " is repeated, so this value is ignored";
  PutInAnnotation(twice.first, finding);
  return finding;
}

}  // namespace

std::vector<Finding> UnionFindings(const CrdText& text, const crd::CustomResourceDefinition& crd, const Tree& tree,
                                   base::Arena& arena) {
  const UnionChecker checker(text, crd, tree);
  std::vector<Finding> findings;
  for (const auto& twice : checker.duplicates()) findings.push_back(checker.Of(twice));
  for (const UnionError& error : unions::kep::ReadCrdUnions(text.json, crd, arena).errors) {
    findings.push_back(checker.Of(error));
  }
  return findings;
}

}  // namespace structural::findings
