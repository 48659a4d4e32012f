#include "cli/fix/offers.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "cli/fix/file_plan.h"
#include "cli/fix/pointer.h"
#include "cli/fix/text_places.h"
#include "cli/lint/specific.h"

namespace structural::cli {
namespace {

using document::Replacement;
using lint::Finding;

// A finding that an item of the plan is about.
struct Meant {
  Finding* finding;
  std::size_t document;
  std::string path;  // of the item, in the document
  std::string what;
  std::vector<std::size_t> replacements = {};  // places among all
};

// Whether `path` is `above`, or below it.
bool IsBelow(std::string_view path, std::string_view above) {
  return path.starts_with(above) && (path.size() == above.size() || path[above.size()] == '/');
}

std::size_t CommonParts(std::string_view a, std::string_view b) {
  std::size_t parts = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) parts += a[i] == '/';
  return parts;
}

// Of field paths.
bool IsWithin(std::string_view path, std::string_view outer) {
  return path.starts_with(outer) && path.size() > outer.size() &&
         (path[outer.size()] == '.' || path[outer.size()] == '[');
}

constexpr const char* kJunctors[] = {".allOf", ".anyOf", ".oneOf", ".not"};

class Offers {
 public:
  Offers(std::string_view text, const FilePlan& plan, std::vector<Replacement> all)
      : text_(text), plan_(plan), all_(std::move(all)), places_(text) {}

  void Give(lint::FileReport& report);

 private:
  void Find(const CrdPlan& crd, Finding& finding);
  bool IsAbout(const CrdPlan& crd, std::size_t item, const Finding& finding) const;
  void Own(Meant& meant);
  void Rest(std::size_t replacement);
  lint::Offer OfferOf(const Meant& meant) const;
  std::span<Meant> MeantIn(std::size_t document) {
    const auto [begin, end] = std::ranges::equal_range(meant_, document, {}, &Meant::document);
    return {begin, end};
  }
  // What stands between a replacement and the next one.
  std::string_view Between(std::size_t replacement) const {
    const std::size_t end = all_[replacement].end;
    return text_.substr(end, all_[replacement + 1].begin - end);
  }
  // Whether it is half of what is done to a value within a line: alone it would leave no YAML.
  bool IsHalf(std::size_t replacement) const {
    return all_[replacement].paths == all_[replacement + 1].paths &&
           Between(replacement).find('\n') == std::string_view::npos;
  }

  const std::string_view text_;
  const FilePlan& plan_;
  const std::vector<Replacement> all_;
  const TextPlaces places_;
  std::vector<Meant> meant_;  // document by document
  std::vector<bool> given_;
};

// The item's place, or something within the finding's; or the finding is in a branch of a junctor
// that the item is about as a whole.
bool Offers::IsAbout(const CrdPlan& crd, std::size_t item, const Finding& finding) const {
  const fix::Item& about = crd.plan.items[item];
  const bool rule = about.done && lint::GeneralRule(finding.rule) == about.rule;
  if (!rule || crd.places[item] == finding.at || about.rule == "preserve-unknown-fields") {
    return rule;
  }
  const std::string path = FieldPathOf(about.path);
  const bool junctor =
      std::ranges::any_of(kJunctors, [&](const char* name) { return path.ends_with(name); });
  return IsWithin(path, finding.path) || (junctor && IsWithin(finding.path, path));
}

void Offers::Find(const CrdPlan& crd, Finding& finding) {
  for (std::size_t i = 0; i < crd.plan.items.size(); ++i) {
    if (!IsAbout(crd, i, finding)) continue;
    const fix::Item& item = crd.plan.items[i];
    return meant_.push_back({&finding, crd.document, crd.inside + item.path,
                             std::string(NameOf(item.change)) + ": " + item.reason});
  }
}

// What changes in the innermost value around the item's place.
void Offers::Own(Meant& meant) {
  std::size_t deepest = 0;
  const auto depth_of = [&](const Replacement& replacement) {
    std::size_t depth = 0;
    for (const std::string& path : replacement.paths) {
      if (IsBelow(meant.path, path)) depth = std::max(depth, path.size() + 1);
    }
    return depth;
  };
  const auto in_document =
      std::ranges::equal_range(all_, meant.document, {}, &Replacement::document);
  for (const Replacement& one : in_document) deepest = std::max(deepest, depth_of(one));
  if (deepest == 0) return;
  for (const Replacement& one : in_document) {
    if (depth_of(one) != deepest) continue;
    const auto number = static_cast<std::size_t>(&one - all_.data());
    meant.replacements.push_back(number);
    given_[number] = true;
  }
}

// To the nearest one.
void Offers::Rest(std::size_t replacement) {
  const Replacement& one = all_[replacement];
  Meant* nearest = nullptr;
  std::size_t most = 0;
  for (Meant& meant : MeantIn(one.document)) {
    for (const std::string& path : one.paths) {
      const std::size_t parts = CommonParts(meant.path, path) + 1;
      if (parts > most) most = parts, nearest = &meant;
    }
  }
  if (nearest != nullptr) nearest->replacements.push_back(replacement);
}

lint::Offer Offers::OfferOf(const Meant& meant) const {
  lint::Offer offer{meant.what, {}};
  auto mine = meant.replacements;
  std::ranges::sort(mine);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const Replacement& first = all_[mine[i]];
    lint::Replacement one{places_.At(first.begin), places_.At(first.end), first.with};
    for (; i + 1 < mine.size() && mine[i + 1] == mine[i] + 1 && IsHalf(mine[i]); ++i) {
      const Replacement& next = all_[mine[i + 1]];
      one.with.append(Between(mine[i])).append(next.with);
      one.end = places_.At(next.end);
    }
    offer.replacements.push_back(std::move(one));
  }
  return offer;
}

void Offers::Give(lint::FileReport& report) {
  std::unordered_map<std::string_view, std::vector<Finding*>> of_crds;
  for (Finding& finding : report.findings) of_crds[finding.crd].push_back(&finding);
  for (const CrdPlan& crd : plan_.crds) {
    for (Finding* finding : of_crds[crd.name]) Find(crd, *finding);
  }
  given_.resize(all_.size());
  for (Meant& meant : meant_) Own(meant);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (!given_[i]) Rest(i);
  }
  for (const Meant& meant : meant_) {
    if (!meant.replacements.empty()) meant.finding->fix = OfferOf(meant);
  }
}

}  // namespace

void OfferFixes(std::string_view text, fix::Class most, lint::FileReport& report) {
  if (report.findings.empty()) return;
  const FilePlan plan = PlanFile(text, most);
  if (!plan.changes()) return;
  auto replacements = ReplacementsOf(text, plan);
  if (replacements.ok()) Offers(text, plan, *std::move(replacements)).Give(report);
}

}  // namespace structural::cli
