#include "cli/findings/annotation_text.h"

#include <variant>

#include "cli/shared/locate.h"
#include "document/reader.h"
#include "schema/unions/kep/annotation.h"

namespace structural::lint {
namespace {

using document::Tree;

Tree::Node NodeIn(const Tree& crd) {
  Tree::Node node = Tree::kRoot;
  for (const std::string_view key :
       {std::string_view("metadata"), std::string_view("annotations"), unions::kep::kAnnotation}) {
    if (node != Tree::kNone) node = crd.Member(node, key);
  }
  return node;
}

}  // namespace

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
  const Place place = Locate(*tree_, Tree::kRoot, path);
  return document_->At(tree_->Offset(place.node));
}

std::vector<document::DuplicateKey> AnnotationText::duplicates() const {
  return document_ ? document_->duplicates : std::vector<document::DuplicateKey>();
}

}  // namespace structural::lint
