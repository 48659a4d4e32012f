// ExpectedDocuments: the required values of all documents of a text after the edits of some of
// them.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "document/document.h"
#include "document/edit/value.h"

namespace structural::document {

class ExpectedDocuments {
 public:
  // Adds the next document of the old text; its value must become `edited`, or stay
  // if `edited` is null.
  void Add(const std::variant<Document, Problem>& read, const Value* edited);

  std::size_t documents() const { return expected_.size(); }

  // Returns whether the documents of the text have the required values. Ignores null documents
  // unless an edit made them null, because kubectl skips them: `{}` followed only by comments is
  // JSON, and then a null.
  bool IsMetBy(std::string_view text) const;

 private:
  struct Expected {
    bool null;  // the document is null and not edited
    const Value* value;
    std::size_t print;  // hash of a document that is not edited
  };

  static bool IsMet(const Expected& expected, const std::variant<Document, Problem>& read);
  std::size_t SkipNulls(std::size_t at) const;

  std::vector<Expected> expected_;
};

}  // namespace structural::document
