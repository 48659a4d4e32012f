#include "document/edit/demand.h"

#include <functional>
#include <string>

#include "document/reader.h"

namespace structural::document {
namespace {

using Read = std::variant<Document, Problem>;

bool IsNull(const Value& value) { return value.kind == Value::Kind::kWord && value.text == "null"; }

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
  if (edited != nullptr) return demanded_.push_back({IsNull(*edited), edited, 0});
  demanded_.push_back({IsNull(read), nullptr, PrintOf(read)});
}

std::size_t Demand::SkipNulls(std::size_t at) const {
  while (at < demanded_.size() && demanded_[at].null) ++at;
  return at;
}

bool Demand::IsMetBy(std::string_view text) const {
  Reader reader(text);
  std::size_t at = SkipNulls(0);
  while (const auto read = reader.Next()) {
    if (IsNull(*read)) continue;
    if (at == demanded_.size()) return false;
    const Demanded& demanded = demanded_[at];
    const bool met = demanded.value != nullptr ? Reads(*read, *demanded.value)
                                               : PrintOf(*read) == demanded.print;
    if (!met) return false;
    at = SkipNulls(at + 1);
  }
  return at == demanded_.size();
}

}  // namespace structural::document
