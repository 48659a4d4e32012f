// ObjectReader: reads the values of an object in a document, and collects the problems in it.
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

// An error or warning about a place in an input.
struct InputProblem {
  document::Position at;
  std::string message;
  bool error;  // true: an error; false: a warning
};

// If a value has the wrong type, an error is added, and the value is read as empty. Only the first hundred problems are
// stored. Refers to the constructor's arguments, which must outlive it. Not thread-safe.
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

  // Adds a problem for each key of `object` that is not in `known`. The message suggests a similar known key. `error`:
  // the problems are errors, otherwise warnings.
  void CheckKeys(Node object, std::span<const std::string_view> known, bool error);
  // Adds an error for each repeated key of the document. `line`: number of lines in the file before the document.
  void CheckRepeatedKeys(const document::Document& document, std::uint32_t line);
  void Fail(Node node, std::string message) { Add(PlaceOf(node), std::move(message), true); }
  void Add(document::Position at, std::string message, bool error);

  // Return the member `key` of an object. If it is absent or null, the result is empty.
  Node FindNonNullMember(Node object, std::string_view key) const;  // kNone: the member is absent or null
  std::string Text(Node object, std::string_view key);
  std::vector<std::string> Texts(Node object, std::string_view key);  // accepts a list of texts, or a single text
  // Calls `visit` for each element of the member `key`, which must be a list of objects.
  void ForEach(Node object, std::string_view key, const std::function<void(Node, std::size_t index)>& visit);

  // Returns the text of a scalar as it is written in the file, without quotes: "1.30", "off". Empty for an object or a
  // list.
  std::string Word(Node scalar) const;

  std::vector<std::string> KeysOf(Node object) const;

  // Returns the position of the member `key`, or of the object if it does not have the member.
  document::Position PlaceIn(Node object, std::string_view key) const;

  bool IsText(Node node) const { return tree_.Scalar(node).starts_with('"'); }

 private:
  const document::Document& document_;
  const document::Tree tree_;
  std::vector<InputProblem>& problems_;
  bool failed_ = false;
};

}  // namespace structural::cli
