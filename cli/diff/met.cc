#include "cli/diff/met.h"

#include <algorithm>

#include "cli/report/stored/report.h"

namespace structural::cli {

const std::array<StoredEffect, kStoredEffects> kAllStoredEffects = {{
    {"refused", "would be refused", true, &StoredOutcome::refused, nullptr, &KindCounts::refused,
     &StoredSummary::refused},
    {"tolerated", "tolerated until they change", true, &StoredOutcome::tolerated, nullptr, &KindCounts::tolerated,
     &StoredSummary::tolerated},
    {"lost", "would lose data", true, nullptr, &StoredOutcome::lost, &KindCounts::lost, &StoredSummary::losing},
    {"defaults", "would get other defaults", false, nullptr, &StoredOutcome::added, &KindCounts::added,
     &StoredSummary::defaulted},
}};

bool Harms(const AffectedObjects& met) {
  for (std::size_t i = 0; i < kStoredEffects; ++i) {
    if (kAllStoredEffects[i].harms && met[i].objects > 0) return true;
  }
  return false;
}

std::string AffectedObjectsText(const AffectedObjects& met) {
  std::string text;
  for (std::size_t i = 0; i < kStoredEffects; ++i) {
    if (met[i].objects == 0) continue;
    text.append(text.empty() ? "" : "; ").append(std::to_string(met[i].objects)).append(" ");
    text.append(kAllStoredEffects[i].phrase).append(", first ").append(met[i].first);
  }
  return text;
}

bool StoredPart::harms() const {
  return std::ranges::any_of(
      kAllStoredEffects, [&](const StoredEffect& fate) { return fate.harms && (counts.*fate.counts).objects() > 0; });
}

std::string SentenceOf(const StoredSummary& summary) {
  std::string text = CountOf(summary.objects, "stored object");
  for (const StoredEffect& fate : kAllStoredEffects) {
    text.append(&fate == kAllStoredEffects.data() ? ": " : ", ").append(std::to_string(summary.*fate.total));
    text.append(" ").append(fate.phrase);
  }
  return text + UnreadKinds(summary);
}

std::string SentenceOf(const StoredPart& part) {
  StoredSummary summary;
  summary.Add(part.counts, part.failure.empty());
  return SentenceOf(summary);
}

std::vector<std::string> OthersOf(const StoredPart& part) {
  std::vector<std::string> texts;
  for (const StoredEffect& fate : kAllStoredEffects) {
    const PatternCounts& counts = part.others.*fate.counts;
    for (const auto& [pattern, entry] : counts.entries()) {
      std::string text(fate.name);
      text.append(": ").append(pattern).append(": ").append(CountOf(entry.objects, "object"));
      texts.push_back(text.append(", first ").append(entry.first));
    }
  }
  return texts;
}

}  // namespace structural::cli
