// AnnotationText: the text of the annotation structural.lint/unions, and the places in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "document/position.h"
#include "document/tree.h"

namespace structural::lint {

// Not thread-safe.
class AnnotationText {
 public:
  // That of a CRD; without an annotation there is nothing to ask for.
  explicit AnnotationText(const document::Tree& crd);
  AnnotationText(const AnnotationText&) = delete;

  // The value that holds it; kNone: there is none.
  document::Tree::Node node() const { return node_; }
  const std::string& text() const { return text_; }

  // Of what a path names that begins where the annotation does, or of the last thing on the way
  // there; where it cannot be read, of the mistake. nullopt: that is nowhere in the text.
  std::optional<document::Position> At(std::string_view path) const;

  // Keys that are there twice.
  std::vector<document::DuplicateKey> duplicates() const;

 private:
  document::Tree::Node node_;
  std::string text_;
  std::optional<document::Document> document_;
  std::optional<document::Tree> tree_;
  std::optional<document::Position> problem_;
};

}  // namespace structural::lint
