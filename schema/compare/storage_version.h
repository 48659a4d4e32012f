// What the storage version does to objects of the other versions: a server converts what it stores to it, drops what its
// schema has no place for, and sets its defaults when it reads an object.
//
// Upstream: apiserver/customresource_handler.go schemaCoercingConverter, unstructuredDefaulter (v0.37.2).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// Null where there is none, or a webhook converts.
const LoadedVersion* StorageOf(const LoadedCrd& crd);

// Completes the changes of another version: removes those of fields that the storage version drops anyway, and adds those of
// the storage version. `of_storage` are its changes for objects that the other version accepts.
void ApplyStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                  std::vector<Change>& changes);

// Only adds them. For the version that was the storage version: objects in etcd still have it.
void AddFromStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                    std::vector<Change>& changes);

}  // namespace structural::compare
