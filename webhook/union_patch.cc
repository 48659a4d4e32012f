#include "webhook/union_patch.h"

#include <algorithm>
#include <ranges>

#include "schema/base/quote.h"
#include "schema/json/write.h"

namespace structural::webhook {
namespace {

using unions::kep::Change;
using unions::kep::Steps;

const Steps kManagers = {std::string_view("metadata"), std::string_view("managedFields")};

// Of an entry that goes as a whole.
bool IsIn(const std::vector<std::size_t>& managers_out, const Change& change) {
  return change.at.size() > kManagers.size() &&
         std::equal(kManagers.begin(), kManagers.end(), change.at.begin()) &&
         std::ranges::binary_search(managers_out, std::get<std::size_t>(change.at[2]));
}

class Patch {
 public:
  void Add(const char* operation, const Steps& at, const json::Value* value) {
    text_ += text_.empty() ? "[" : ",";
    base::AppendJsonString(operation, text_ += "{\"op\":");
    base::AppendJsonString(unions::kep::PointerTo(at), text_ += ",\"path\":");
    if (value != nullptr) json::AppendJson(*value, text_ += ",\"value\":");
    text_ += '}';
  }

  std::string Text() && { return text_.empty() ? std::string() : std::move(text_) + "]"; }

 private:
  std::string text_;
};

}  // namespace

std::string WritePatch(const std::vector<Change>& changes,
                       const std::vector<std::size_t>& managers_out) {
  Patch patch;
  for (const Change& change : changes) {
    if (IsIn(managers_out, change)) continue;
    const char* operation = change.now == nullptr   ? "remove"
                            : change.was == nullptr ? "add"
                                                    : "replace";
    patch.Add(operation, change.at, change.now);
  }
  for (const std::size_t index : std::views::reverse(managers_out)) {
    Steps at = kManagers;
    at.emplace_back(index);
    patch.Add("remove", at, nullptr);
  }
  return std::move(patch).Text();
}

}  // namespace structural::webhook
