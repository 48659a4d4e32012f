#include "schema/compare/fold.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "schema/compare/found.h"

namespace structural::compare {
namespace {

bool IsSpecified(const VersionPair& version, std::span<const Step> field) {
  const auto& [before, after] = FindBoth(version, false, field);
  return before.schema() != nullptr || after.schema() != nullptr;
}

// Returns the last specified field on the path; nullopt if the field itself is specified.
std::optional<FieldSteps> LastSpecified(const VersionPair& version, std::span<const Step> field) {
  for (std::size_t size = 1; size <= field.size(); ++size) {
    if (!IsSpecified(version, field.first(size)))
      return FieldSteps(field.begin(), field.begin() + static_cast<std::ptrdiff_t>(size) - 1);
  }
  return std::nullopt;
}

// Whether the change is folded. Changes of defaults are not, because each has another value.
bool Folds(const Change& change) {
  return !change.storage.empty() &&
         (change.aspect == Aspect::kLoss || (change.aspect == Aspect::kDefault && change.keyword == "nullable"));
}

// Counts a change in another one. Keeps the one with the shorter path.
void CountIn(Change& kept, Change& change, FieldSteps below) {
  if (change.field.size() < kept.field.size()) {
    std::swap(change, kept);
    kept.more = change.more;
  }
  ++kept.more;
  kept.more_below = std::move(below);
}

}  // namespace

void FoldUnspecified(const VersionPair& version, std::vector<Change>& changes) {
  std::unordered_map<std::string, std::size_t> first;
  std::size_t kept = 0;
  for (Change& change : changes) {
    std::optional<FieldSteps> around;
    if (Folds(change)) around = LastSpecified(version, change.field);
    if (around) {
      std::string key = FieldText(*around).append(" ").append(change.keyword).append(" ").append(Name(change.aspect));
      const auto [at, is_first] = first.emplace(std::move(key), kept);
      if (!is_first) {
        CountIn(changes[at->second], change, *std::move(around));
        continue;
      }
    }
    Change& to = changes[kept++];
    if (&to != &change) to = std::move(change);
  }
  changes.resize(kept);
}

}  // namespace structural::compare
