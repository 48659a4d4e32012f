#include "document/edit/expected_documents.h"

#include <functional>
#include <string>

#include "document/reader.h"

namespace structural::document {
namespace {

using Read = std::variant<Document, Problem>;

bool IsNull(const Read& read) {
  const auto* document = std::get_if<Document>(&read);
  return document != nullptr && document->json == "null";
}

// Returns a hash that distinguishes documents from each other, and from a document that cannot be
// read.
std::size_t PrintOf(const Read& read) {
  const auto* document = std::get_if<Document>(&read);
  return document == nullptr ? 0 : std::hash<std::string>()(document->json) | 1;
}

bool Reads(const Read& read, const Value& value) {
  const auto* now = std::get_if<Document>(&read);
  if (now == nullptr) return false;
  Values values;
  const auto parsed = values.Parse(now->json, false);
  return parsed.ok() && Equal(**parsed, value);
}

}  // namespace

void ExpectedDocuments::Add(const Read& read, const Value* edited) {
  const bool unedited_null = edited == nullptr && IsNull(read);
  expected_.push_back({unedited_null, edited, edited == nullptr ? PrintOf(read) : 0});
}

std::size_t ExpectedDocuments::SkipNulls(std::size_t at) const {
  while (at < expected_.size() && expected_[at].null) ++at;
  return at;
}

bool ExpectedDocuments::IsMet(const Expected& expected, const Read& read) {
  return expected.value != nullptr ? Reads(read, *expected.value) : PrintOf(read) == expected.print;
}

bool ExpectedDocuments::IsMetBy(std::string_view text) const {
  Reader reader(text);
  std::size_t at = SkipNulls(0);
  while (const auto read = reader.Next()) {
    const bool null = IsNull(*read);
    if (at == expected_.size() && !null) return false;
    if (at < expected_.size() && IsMet(expected_[at], *read)) {
      at = SkipNulls(at + 1);
    } else if (!null) {
      return false;
    }
  }
  return at == expected_.size();
}

}  // namespace structural::document
