// ExpectedDocuments: what the documents of a text shall read as when some of them are edited.
//
// Borrows the values. Not thread-safe.
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
  // The next document of the text as it was; it shall read as this value, or, null, as before.
  void Add(const std::variant<Document, Problem>& read, const Value* edited);

  std::size_t documents() const { return expected_.size(); }

  // Documents that are null, but those made so, do not count, as kubectl passes over them: `{}`
  // with nothing but comments behind it is JSON, and then a null.
  bool IsMetBy(std::string_view text) const;

 private:
  struct Expected {
    bool null;  // and is not edited
    const Value* value;
    std::size_t print;  // of a document that is not edited
  };

  static bool IsMet(const Expected& expected, const std::variant<Document, Problem>& read);
  std::size_t SkipNulls(std::size_t at) const;

  std::vector<Expected> expected_;
};

}  // namespace structural::document
