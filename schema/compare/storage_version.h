// The effects of the storage version on objects of the other versions. When a server stores an object, it converts the
// object to the storage version, and drops fields that the storage version does not specify. When it reads the object,
// it sets the defaults of the storage version.
//
// Upstream: apiserver/customresource_handler.go schemaCoercingConverter, unstructuredDefaulter (v0.37.2).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// Returns the storage version; null if the CRD has none, or if a webhook converts objects.
const LoadedVersion* StorageVersionOf(const LoadedCrd& crd);

// Completes `changes`, the effects of the update on objects in `version`, with those of the storage version. Removes
// the changes at fields that the storage version drops in both CRDs, and adds the changes that the storage version
// causes. `of_storage`: the changes of the storage version for objects that `version` accepts.
void ApplyStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                  std::vector<Change>& changes);

// Like ApplyStorage, but only adds changes. `storage` is a version that was the storage version only before the update:
// objects in etcd may still be stored in it.
void AddFromStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                    std::vector<Change>& changes);

}  // namespace structural::compare
