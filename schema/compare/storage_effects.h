// Further effects of the storage version on another version: a server decodes embedded resources in both, and rules of
// the other version read fields that the storage version has lost or set.
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

// Adds the other version's defaults of fields that the storage version did not keep before. `change` is one of the
// storage version; only one that keeps more fields has such defaults.
void AddDefaultsOfNewlyKeptFields(const StoragePair& versions, const Change& change, std::vector<Change>& changes);

// Adds a refusal for each default of one version that is not a valid embedded resource in the other one. `hidden` are
// changes of the storage version to fields that the other version itself also changes.
void AddRefusalsOfInvalidResources(const StoragePair& versions, std::span<const Change> hidden,
                                   std::vector<Change>& changes);

// Adds a refusal for each rule of the version that reads fields that the storage version loses or sets: rules on
// oldSelf, and all rules in updates of the status.
void AddRefusalsOfReadingRules(const StoragePair& versions, std::vector<Change>& changes);

}  // namespace structural::compare
