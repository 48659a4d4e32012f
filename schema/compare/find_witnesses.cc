// FindWitnesses: the search for witnesses in both versions and in the storage version.
#include <algorithm>
#include <memory>

#include "schema/admission/served.h"
#include "schema/compare/compare.h"
#include "schema/compare/witness.h"

namespace structural::compare {
namespace {

using admission::ServedResource;
using admission::ServedVersion;

constexpr std::size_t kMaxHeldBytes = 64U << 20;  // maximum memory of a prover that is used again

class Search {
 public:
  Search(const ServedResource& before, const ServedResource& after) : before_(before), after_(after) {}

  bool IsOver() const { return budget_.IsSpent(); }

  // Searches a witness in the version of the change. Some effects of the storage version show only with objects that
  // are written in the storage version, which is searched next.
  void Find(Change& change) {
    const ServedVersion *a = before_.Find(change.version), *b = after_.Find(change.version);
    if (a == nullptr || b == nullptr) return;
    Prove(change, *a, *b, own_);
    if (change.witness || change.refuses() || change.storage.empty() || change.storage == change.version) return;
    const ServedVersion *old_storage = before_.Storage(), *new_storage = after_.Find(change.storage);
    if (old_storage == nullptr || new_storage == nullptr || old_storage->name != new_storage->name ||
        !old_storage->served)
      return;
    Prove(change, *old_storage, *new_storage, stored_, a, b);
  }

 private:
  struct KeptWitnesses {
    std::unique_ptr<WitnessSearch> prover = nullptr;
    std::string_view version = {};
  };

  // Searches with objects of one version that are read in another one.
  void Prove(Change& change, const ServedVersion& a, const ServedVersion& b, KeptWitnesses& kept,
             const ServedVersion* old_read = nullptr, const ServedVersion* new_read = nullptr) {
    if (kept.prover == nullptr || kept.version != a.name || kept.prover->bytes() > kMaxHeldBytes)
      kept = {std::make_unique<WitnessSearch>(before_, a, after_, b, budget_), a.name};
    if (old_read != nullptr) kept.prover->OnlyRead(*old_read, *new_read);
    const std::size_t held = kept.prover->bytes();
    kept.prover->Prove(change);
    budget_.object_bytes -= std::min(budget_.object_bytes, kept.prover->bytes() - held);
  }

  const ServedResource& before_;
  const ServedResource& after_;
  SearchBudget budget_;
  KeptWitnesses own_, stored_;
};

}  // namespace

void FindWitnesses(std::string_view before, std::string_view after, Comparison& comparison, base::Arena& arena) {
  const auto old_crd = admission::Serve(before, arena), new_crd = admission::Serve(after, arena);
  if (!old_crd.ok() || !new_crd.ok()) return;
  Search search(*old_crd, *new_crd);
  for (Change& change : comparison.changes) {
    if (change.certain() || change.version.empty()) continue;
    if (!search.IsOver()) search.Find(change);
    comparison.searched &= change.certain() || !search.IsOver();
    if (!comparison.searched) return;
  }
}

}  // namespace structural::compare
