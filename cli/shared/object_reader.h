// ObjectReader: the values of an object in a document, with what is wrong with them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "document/tree.h"

namespace structural::cli {

struct InputProblem {
  document::Position at;
  std::string message;
  bool error;  // and no warning
};

// Borrows all. Not thread-safe. Of a value that is not as it has to be, an error is added, and it
// reads as empty. The first hundred problems are kept.
class ObjectReader {
 public:
  using Node = document::Tree::Node;

  ObjectReader(const document::Document& document, std::vector<InputProblem>& problems)
      : document_(document), tree_(document.json), problems_(problems) {}

  const document::Document& document() const { return document_; }
  const document::Tree& tree() const { return tree_; }
  document::Position PlaceOf(Node node) const { return document_.At(tree_.ValueOffset(node)); }
  document::Position PlaceOfKey(Node member) const { return document_.At(tree_.Offset(member)); }
  bool failed() const { return failed_; }

  // Says which keys of an object are none of these, and which one is near.
  void CheckKeys(Node object, std::span<const std::string_view> known, bool error);
  // Says which keys come again in their object. `line`: that of the file in front of the document.
  void CheckRepeatedKeys(const document::Document& document, std::uint32_t line);
  void Fail(Node node, std::string message) { Add(PlaceOf(node), std::move(message), true); }
  void Add(document::Position at, std::string message, bool error);

  // Members. Absent and null ones are empty.
  Node Present(Node object, std::string_view key) const;  // kNone: absent or null
  std::string Text(Node object, std::string_view key);
  std::vector<std::string> Texts(Node object, std::string_view key);  // of a text, too
  // The elements of a list of objects.
  void ForEach(Node object, std::string_view key,
               const std::function<void(Node, std::size_t index)>& visit);

  // A scalar as it is written, without quotes: 1.30, off. Empty for an object or a list.
  std::string Word(Node scalar) const;

  std::vector<std::string> KeysOf(Node object) const;

  // Of the member, or else of the object.
  document::Position PlaceIn(Node object, std::string_view key) const;

  bool IsText(Node node) const { return tree_.Scalar(node).starts_with('"'); }

 private:
  const document::Document& document_;
  const document::Tree tree_;
  std::vector<InputProblem>& problems_;
  bool failed_ = false;
};

// "; did you mean "paths"?", of the one that is near. Empty: none is.
std::string MeantText(std::string_view word, std::span<const std::string_view> known);

}  // namespace structural::cli
