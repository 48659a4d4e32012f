// FieldsReadFromStorage: the fields of a version's objects that are left when they are read from the storage version.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/compare/found.h"
#include "schema/compare/walk.h"

namespace structural::compare {

class FieldsReadFromStorage : public ReadAgain {
 public:
  // Objects of `version` may be stored in each of `storages`. `version` must outlive this object.
  FieldsReadFromStorage(const VersionPair& version, std::vector<VersionPair> storages)
      : version_(version), storages_(std::move(storages)) {}

  bool Keeps(std::span<const Step> field) const override;

 private:
  bool Keeps(const VersionPair& storage, std::span<const Step> field, std::span<const Step> stored_field) const;
  bool IsValid(const FieldHandling& stored, std::span<const Step> field) const;

  const VersionPair& version_;
  const std::vector<VersionPair> storages_;
};

}  // namespace structural::compare
