#include "document/edit/demand.h"

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

// Tells documents from each other, and from one that cannot be read.
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

void Demand::Add(const Read& read, const Value* edited) {
  const bool unedited_null = edited == nullptr && IsNull(read);
  demanded_.push_back({unedited_null, edited, edited == nullptr ? PrintOf(read) : 0});
}

std::size_t Demand::SkipNulls(std::size_t at) const {
  while (at < demanded_.size() && demanded_[at].null) ++at;
  return at;
}

bool Demand::IsMet(const Demanded& demanded, const Read& read) {
  return demanded.value != nullptr ? Reads(read, *demanded.value) : PrintOf(read) == demanded.print;
}

bool Demand::IsMetBy(std::string_view text) const {
  Reader reader(text);
  std::size_t at = SkipNulls(0);
  while (const auto read = reader.Next()) {
    const bool null = IsNull(*read);
    if (at == demanded_.size() && !null) return false;
    if (at < demanded_.size() && IsMet(demanded_[at], *read)) {
      at = SkipNulls(at + 1);
    } else if (!null) {
      return false;
    }
  }
  return at == demanded_.size();
}

}  // namespace structural::document
