// What the storage version leaves of the objects of another version when they are read.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/compare/found.h"
#include "schema/compare/walk.h"

namespace structural::compare {

class StorageRead : public ReadAgain {
 public:
  // Objects of the version are read by each of the storage versions. The pair must outlive this.
  StorageRead(const VersionPair& version, std::vector<VersionPair> storages) : version_(version), storages_(std::move(storages)) {}

  bool Keeps(std::span<const Step> field) const override;

 private:
  bool Keeps(const VersionPair& storage, std::span<const Step> field, std::span<const Step> stored_field) const;
  bool IsValid(const Found& stored, std::span<const Step> field) const;

  const VersionPair& version_;
  const std::vector<VersionPair> storages_;
};

}  // namespace structural::compare
