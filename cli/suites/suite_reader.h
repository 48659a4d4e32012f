// SuiteReader: the values of a suite, with what is wrong with them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/suites/suite_file.h"
#include "document/document.h"
#include "document/tree.h"

namespace structural::cli {

// Borrows all. Not thread-safe. Of a value that is not as it has to be, an error is added, and it
// reads as empty.
class SuiteReader {
 public:
  using Node = document::Tree::Node;

  // `text` is the file's.
  SuiteReader(const document::Document& document, std::string_view text,
              std::vector<SuiteProblem>& problems)
      : document_(document), text_(text), tree_(document.json), problems_(problems) {}

  const document::Tree& tree() const { return tree_; }
  document::Position PlaceOf(Node node) const { return document_.At(tree_.ValueOffset(node)); }
  bool failed() const { return failed_; }

  // Says which keys come again in their object, of which a case would drop a value.
  void CheckRepeatedKeys() {
    checks_repeated_keys_ = true;
    CheckRepeatedKeys(document_, 0);
  }
  // Says which keys of an object are none of these, and which one is near.
  void CheckKeys(Node object, std::span<const std::string_view> known, bool error);
  void Fail(Node node, std::string message) { Add(PlaceOf(node), std::move(message), true); }

  // Members. Absent and null ones are empty.
  std::string Text(Node object, std::string_view key);
  std::vector<std::string> Texts(Node object, std::string_view key);  // of a text, too
  // JSON of a list; any if it is absent.
  std::string List(Node object, std::string_view key);
  // JSON of an object, which may be a text with YAML of one.
  std::string Object(Node object, std::string_view key);
  // The elements of a list of objects.
  void ForEach(Node object, std::string_view key,
               const std::function<void(Node, std::size_t index)>& visit);

  std::vector<std::string> KeysOf(Node object) const;

  // Of the member, or else of the object.
  document::Position PlaceIn(Node object, std::string_view key) const;

 private:
  void Add(document::Position at, std::string message, bool error);
  Node Present(Node object, std::string_view key) const;  // kNone: absent or null
  bool IsText(Node node) const { return tree_.Scalar(node).starts_with('"'); }
  std::string_view Json(Node node) const;
  std::string YamlIn(Node node, std::string_view key);
  // `line`: that of the file in front of the document.
  void CheckRepeatedKeys(const document::Document& document, std::uint32_t line);
  std::uint32_t LinesBefore(document::Position scalar) const;

  const document::Document& document_;
  const std::string_view text_;
  const document::Tree tree_;
  std::vector<SuiteProblem>& problems_;
  bool checks_repeated_keys_ = false;  // in texts, too
  bool failed_ = false;
};

// Each reads what it knows; the parts are as in the document.
void ReadOpenShiftSuite(SuiteReader& in, Suite& suite);
void ReadOwnSuite(SuiteReader& in, Suite& suite);

}  // namespace structural::cli
