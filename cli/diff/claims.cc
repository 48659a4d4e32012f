#include "cli/diff/claims.h"

#include <algorithm>

#include "schema/base/text.h"

namespace structural::cli {
namespace {

using compare::Aspect;
using compare::Effect;

// The ids of claims about a whole CRD are those in DiffTotals.
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
    case Aspect::kClients:
      if (change.refuses_all) return "refuses all";
      return change.breaks ? "breaks clients" : "seen by clients";
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
    if (claim.noun != noun) text.append(" ").append(claim.noun).append(one ? "" : "s");
    text.append(" ").append(one ? claim.one : claim.many);
    noun = claim.noun;
  }
  return text;
}

}  // namespace structural::cli
