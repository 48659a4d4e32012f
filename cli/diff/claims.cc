#include "cli/diff/claims.h"

#include <algorithm>

#include "cli/report/stored/report.h"
#include "cli/shared/wrap.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

using compare::Aspect;
using compare::Effect;

// All claims, the most severe first. The code of the reports refers to the ids of claims whose subject is not a change,
// such as "removed".
constexpr Claim kClaims[] = {
    {"removed", "CRD", "is removed", "are removed"},
    {"refused", "finding", "refuses the update", "refuse the update"},
    {"refuses all", "change", "refuses every object that was accepted", "refuse every object that was accepted"},
    {"smaller", "change", "refuses objects that were accepted", "refuse objects that were accepted"},
    {"other", "change", "refuses objects that were accepted, and accepts others",
     "refuse objects that were accepted, and accept others"},
    {"possibly smaller", "change", "may refuse objects that were accepted", "may refuse objects that were accepted"},
    {"possibly other", "change", "may refuse objects that were accepted, and accepts others",
     "may refuse objects that were accepted, and accept others"},
    {"loses data", "change", "loses data of objects", "lose data of objects"},
    {"possibly loses data", "change", "may lose data of objects", "may lose data of objects"},
    {"costs too much", "change", "costs too much", "cost too much"},
    {"breaks clients", "change", "breaks clients", "break clients"},
    {"stored otherwise", "change", "stores objects otherwise", "store objects otherwise"},
    {"possibly stored otherwise", "change", "may store objects otherwise", "may store objects otherwise"},
    {"applied otherwise", "change", "changes the result of applies", "change the result of applies"},
    {"possibly applied otherwise", "change", "may change the result of applies", "may change the result of applies"},
    {"costs more", "change", "costs more", "cost more"},
    {"larger", "change", "accepts more objects", "accept more objects"},
    {"seen by clients", "change", "is seen by clients", "are seen by clients"},
    {"added", "CRD", "is added", "are added"},
    {"warnings", "warning", "is about the new CRD itself", "are about the new CRDs themselves"},
    {"texts", "text", "differs", "differ"},
};

std::string_view IdOf(const compare::Change& change) {
  const bool certain = change.certain();
  switch (change.aspect) {
    case Aspect::kObjects:
      if (change.effect == Effect::kOther) return certain ? "other" : "possibly other";
      if (change.effect == Effect::kSmaller) return certain ? "smaller" : "possibly smaller";
      return "larger";
    case Aspect::kLoss: return certain ? "loses data" : "possibly loses data";
    case Aspect::kDefault: return certain ? "stored otherwise" : "possibly stored otherwise";
    case Aspect::kApplies: return certain ? "applied otherwise" : "possibly applied otherwise";
    case Aspect::kClients:
      if (change.refuses_all) return "refuses all";
      return change.breaks_clients ? "breaks clients" : "seen by clients";
    case Aspect::kTexts: return "texts";
    case Aspect::kCosts: return change.cost->after > change.cost->limit ? "costs too much" : "costs more";
  }
  return "texts";
}

}  // namespace

std::span<const Claim> AllClaims() { return kClaims; }

const Claim& ClaimOf(const compare::Change& change) { return *std::ranges::find(kClaims, IdOf(change), &Claim::id); }

std::string CountsText(const ClaimCounts& counts) {
  std::string text;
  std::string_view noun;
  for (const Claim& claim : kClaims) {
    const auto found = counts.find(claim.id);
    if (found == counts.end() || found->second == 0) continue;
    const bool one = found->second == 1;
    base::AppendItem(text, ", ", std::to_string(found->second));
    if (claim.subject != noun) text.append(" ").append(claim.subject).append(one ? "" : "s");
    text.append(" ").append(one ? claim.singular : claim.plural);
    noun = claim.subject;
  }
  return text;
}

const std::array<StoredEffect, kStoredEffectCount> kAllStoredEffects = {{
    {"refused", "would be refused", true, &StoredOutcome::refused, nullptr, &KindCounts::refused,
     &StoredSummary::refused},
    {"tolerated", "tolerated until they change", true, &StoredOutcome::tolerated, nullptr, &KindCounts::tolerated,
     &StoredSummary::tolerated},
    {"lost", "would lose data", true, nullptr, &StoredOutcome::lost, &KindCounts::lost, &StoredSummary::losing_data},
    {"defaults", "would get other defaults", false, nullptr, &StoredOutcome::added, &KindCounts::added,
     &StoredSummary::getting_defaults},
}};

bool Harms(const AffectedObjects& affected) {
  for (std::size_t i = 0; i < kStoredEffectCount; ++i) {
    if (kAllStoredEffects[i].harms && affected[i].objects > 0) return true;
  }
  return false;
}

std::string AffectedObjectsText(const AffectedObjects& affected) {
  std::string text;
  for (std::size_t i = 0; i < kStoredEffectCount; ++i) {
    if (affected[i].objects == 0) continue;
    text.append(text.empty() ? "" : "; ").append(std::to_string(affected[i].objects)).append(" ");
    text.append(kAllStoredEffects[i].phrase).append(", first ").append(affected[i].first);
  }
  return text;
}

bool StoredResults::harms() const {
  return std::ranges::any_of(kAllStoredEffects, [&](const StoredEffect& effect) {
    return effect.harms && (counts.*effect.counts).objects() > 0;
  });
}

std::string SentenceOf(const StoredSummary& summary) {
  std::string text = CountOf(summary.objects, "stored object");
  for (const StoredEffect& effect : kAllStoredEffects) {
    text.append(&effect == kAllStoredEffects.data() ? ": " : ", ").append(std::to_string(summary.*effect.total));
    text.append(" ").append(effect.phrase);
  }
  return text + UnreadKinds(summary);
}

std::string SentenceOf(const StoredResults& part) {
  StoredSummary summary;
  summary.Add(part.counts, part.failure.empty());
  return SentenceOf(summary);
}

std::vector<std::string> UnattributedTexts(const StoredResults& part) {
  std::vector<std::string> texts;
  for (const StoredEffect& effect : kAllStoredEffects) {
    const PatternCounts& counts = part.unattributed.*effect.counts;
    for (const auto& [pattern, entry] : counts.entries()) {
      std::string text(effect.name);
      text.append(": ").append(pattern).append(": ").append(CountOf(entry.objects, "object"));
      texts.push_back(text.append(", first ").append(entry.first));
    }
  }
  return texts;
}

}  // namespace structural::cli
