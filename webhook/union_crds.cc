#include "webhook/union_crds.h"

#include <utility>

#include "schema/crd/crd.h"

namespace structural::webhook {
namespace {

using Known = std::shared_ptr<const UnionCrd>;

base::Result<Known> Read(std::string_view json, crd::ApiVersion default_version) {
  if (!unions::kep::MentionsUnions(json)) return Known();
  auto read = std::make_shared<UnionCrd>();
  read->text = json;
  const auto crd = crd::DecodeItem(read->text, default_version, read->arena);
  if (!crd.ok()) return crd.error();
  read->unions = unions::kep::ReadCrdUnions(read->text, *crd, read->arena);
  if (const auto* refused = read->unions.first_error()) read->union_error = refused->path + ": " + refused->text;
  bool declared = !read->union_error.empty();
  for (const auto& version : read->unions.versions) declared |= !version.schema.is_null();
  return declared ? Known(std::move(read)) : Known();
}

}  // namespace

base::Result<Known> UnionCrds::Set(const std::string& name, std::string_view json, crd::ApiVersion default_version) {
  auto read = Read(json, default_version);
  const std::lock_guard lock(mutex_);
  if (read.ok() && *read != nullptr) {
    crds_[name] = *read;
  } else {
    crds_.erase(name);
  }
  return read;
}

void UnionCrds::Remove(const std::string& name) {
  const std::lock_guard lock(mutex_);
  crds_.erase(name);
}

void UnionCrds::KeepOnly(const std::set<std::string>& names) {
  const std::lock_guard lock(mutex_);
  std::erase_if(crds_, [&](const auto& entry) { return !names.contains(entry.first); });
  complete_ = true;
}

Known UnionCrds::Find(std::string_view resource, std::string_view group) const {
  const std::string name = std::string(resource).append(".").append(group);
  const std::lock_guard lock(mutex_);
  const auto found = crds_.find(name);
  return found == crds_.end() ? nullptr : found->second;
}

}  // namespace structural::webhook
