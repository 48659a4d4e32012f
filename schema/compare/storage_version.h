// The effects of the storage version on objects of the other versions. A server converts objects to it when it stores
// them, and drops fields that its schema does not specify. The server sets its defaults when it reads an object.
//
// Upstream: apiserver/customresource_handler.go schemaCoercingConverter, unstructuredDefaulter (v0.37.2).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// Returns the storage version; null if none exists, or a webhook converts.
const LoadedVersion* StorageVersionOf(const LoadedCrd& crd);

// Completes the changes of another version: removes changes of fields that the storage version drops anyway, and adds
// those of the storage version. `of_storage`: its changes for objects that the other version accepts.
void ApplyStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                  std::vector<Change>& changes);

// Only adds the changes of `storage`: for a version that was the storage version, in which objects in etcd may still be
// stored.
void AddFromStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                    std::vector<Change>& changes);

}  // namespace structural::compare
