// What follows from what one version stores for another one: a server reads embedded resources in both, and rules of the other
// version see what the storage version has lost or set.
#pragma once

#include <span>
#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

struct StoragePair {
  const VersionPair& storage;
  const VersionPair& version;
};

// Adds the defaults of the version that the storage version had no place for. `change` is one of the storage version: only
// where it keeps more than before, there are some.
void AddBegunDefaults(const StoragePair& versions, const Change& change, std::vector<Change>& changes);

// Adds a refusal for each default that a version sets and that is no embedded resource in the other one; also for those of
// `hidden`, which are no changes of the version themselves.
void AddBrokenResources(const StoragePair& versions, std::span<const Change> hidden, std::vector<Change>& changes);

// Adds a refusal for each rule of the version that reads what the storage version loses or sets: rules on oldSelf, and all
// rules in updates of the status.
void AddReadingRules(const StoragePair& versions, std::vector<Change>& changes);

}  // namespace structural::compare
