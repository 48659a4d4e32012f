// Pairs the CRDs of the new side with those of the old side that they update. Takes time linear in
// the number of CRDs.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cli/report/findings/source_crds.h"

namespace structural::cli {
namespace {

// Above this number, CRDs with one name are compared by their texts only, not by their values.
constexpr std::size_t kMaxMeanings = 16;
// Maximum number of places in a message.
constexpr std::size_t kMaxPlaces = 4;

// A CRD, and the number of its meaning. CRDs that are equal for objects have the same number.
struct Copy {
  const SourceCrd* crd = nullptr;
  std::size_t meaning = 0;
};
using Copies = std::vector<Copy>;

// All CRDs of one name, on both sides.
struct Namesakes {
  Copies before = {};
  Copies after = {};
};

class Meanings {
 public:
  std::size_t Of(const SourceCrd& crd) {
    const auto [at, is_new] = by_text_.emplace(crd.document.json, by_text_.size());
    if (!is_new) return at->second;
    for (const auto& [known, meaning] : known_) {
      if (EqualForObjects(*known, crd)) return at->second = meaning;
    }
    if (known_.size() < kMaxMeanings) known_.emplace_back(&crd, at->second);
    return at->second;
  }

 private:
  std::map<std::string_view, std::size_t> by_text_;
  std::vector<std::pair<const SourceCrd*, std::size_t>> known_;
};

// Returns the CRDs by path, without those that occur several times at one path.
std::map<std::string_view, Copy> ByPath(const Copies& of) {
  std::map<std::string_view, std::optional<Copy>> all;
  for (const Copy& each : of) {
    const auto [at, is_new] = all.emplace(each.crd->below, each);
    if (!is_new) at->second.reset();
  }
  std::map<std::string_view, Copy> once;
  for (const auto& [path, copy] : all) {
    if (copy) once.emplace(path, *copy);
  }
  return once;
}

using CopyPair = std::pair<std::optional<Copy>, std::optional<Copy>>;

// Removes the pairs of CRDs with the same path from both sides, and returns them.
std::vector<CopyPair> TakePaths(Namesakes& of) {
  const auto before = ByPath(of.before), after = ByPath(of.after);
  std::vector<CopyPair> pairs;
  for (const Copy& each : of.after) {
    const auto old = before.find(each.crd->below);
    if (old != before.end() && after.contains(each.crd->below)) pairs.emplace_back(old->second, each);
  }
  const auto taken = [&](const Copy& each) {
    return before.contains(each.crd->below) && after.contains(each.crd->below);
  };
  std::erase_if(of.before, taken);
  std::erase_if(of.after, taken);
  return pairs;
}

// Removes CRDs whose meaning is in `meanings`. Of several CRDs with equal meanings, keeps only the
// first.
void DropCopies(Copies& of, std::set<std::size_t> meanings = {}) {
  std::erase_if(of, [&](const Copy& each) { return !meanings.insert(each.meaning).second; });
}

std::string PlacesOf(const Copies& of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(of.size(), kMaxPlaces); ++i)
    text.append(i == 0 ? "" : " and ").append(document::PlaceText(of[i].crd->file, of[i].crd->document.begin));
  if (of.size() > kMaxPlaces) text += " and " + std::to_string(of.size() - kMaxPlaces) + " other places";
  return text;
}

std::string Ambiguity(const Namesakes& of) {
  const bool old = of.before.size() > 1;
  const Copies& several = old ? of.before : of.after;
  const Copies& others = old ? of.after : of.before;
  const std::string& name = several.front().crd->name;
  return (name.empty() ? "a CRD without metadata.name" : name) + " is several times on the " + (old ? "old" : "new") +
         " side, in " + PlacesOf(several) + ", and it is unknown which of them belongs to " + PlacesOf(others) +
         "; name the folder or file of one of them, or folders with the same paths below them";
}

// If all copies of a CRD on the old side are equal, a further copy on the new side is an update of
// it, too.
void AddUpdatesOfKnown(Namesakes& of, std::vector<CopyPair>& to) {
  if (to.empty()) return;
  const std::optional<Copy> known = to.front().first;
  const auto is_known = [&](const CopyPair& pair) { return pair.first->meaning == known->meaning; };
  if (!std::ranges::all_of(to, is_known)) return;
  for (const Copy& each : of.after) to.emplace_back(known, each);
  of.after.clear();
}

// Adds the remaining CRDs without a counterpart. Drops copies of CRDs that are already paired.
void AddRest(Namesakes of, std::vector<CopyPair>& to) {
  std::set<std::size_t> before, after;
  for (const CopyPair& pair : to) {
    before.insert(pair.first->meaning);
    after.insert(pair.second->meaning);
  }
  DropCopies(of.before, std::move(before));
  DropCopies(of.after, std::move(after));
  if (of.before.empty()) AddUpdatesOfKnown(of, to);
  for (const Copy& each : of.before) to.emplace_back(each, std::nullopt);
  for (const Copy& each : of.after) to.emplace_back(std::nullopt, each);
}

void PairNamesakes(Namesakes of, CrdPairs& to) {
  std::vector<CopyPair> pairs = TakePaths(of);
  DropCopies(of.before);
  DropCopies(of.after);
  if (of.before.empty() || of.after.empty()) {
    AddRest(std::move(of), pairs);
  } else if (of.before.size() + of.after.size() == 2) {
    pairs.emplace_back(of.before.front(), of.after.front());
  } else {
    to.ambiguous.push_back(Ambiguity(of));
  }
  std::set<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> known;
  for (const auto& [before, after] : pairs) {
    const auto meaning = [](const std::optional<Copy>& copy) {
      return copy ? std::optional(copy->meaning) : std::nullopt;
    };
    if (!known.emplace(meaning(before), meaning(after)).second) continue;
    to.pairs.push_back({before ? before->crd : nullptr, after ? after->crd : nullptr});
  }
}

}  // namespace

CrdPairs PairCrds(const SourceCrds& before, const SourceCrds& after) {
  struct Group {
    Meanings meanings = {};
    Namesakes crds = {};
  };
  std::map<std::string_view, Group> names;
  for (const SourceCrd& crd : before) {
    Group& group = names[crd.name];
    group.crds.before.push_back({&crd, group.meanings.Of(crd)});
  }
  for (const SourceCrd& crd : after) {
    Group& group = names[crd.name];
    group.crds.after.push_back({&crd, group.meanings.Of(crd)});
  }
  CrdPairs pairs;
  for (auto& [name, group] : names) PairNamesakes(std::move(group.crds), pairs);
  return pairs;
}

}  // namespace structural::cli
