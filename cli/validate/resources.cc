#include "cli/validate/resources.h"

#include "schema/admission/resource.h"
#include "schema/crd/crd.h"

namespace structural::cli {
namespace {

std::string Listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

}  // namespace

const base::Result<admission::ServedResource>& Resource::Served() const {
  std::call_once(once_, [this] { served_ = admission::Serve(crd_, arena_); });
  return *served_;
}

base::Status Resources::Add(std::string crd) {
  base::Arena arena;
  const auto decoded = crd::Decode(crd, arena);
  if (!decoded.ok()) return decoded.error();
  const std::pair key(std::string(decoded->group), std::string(decoded->names.kind));
  std::vector<std::string> versions;
  for (const crd::Version& version : decoded->versions) versions.emplace_back(version.name);
  kinds_[key] = std::make_unique<Resource>(std::move(crd), std::move(versions));
  return base::Ok();
}

std::vector<std::string> Resources::Crds() const {
  std::vector<std::string> crds;
  for (const auto& [key, resource] : kinds_) crds.push_back(resource->crd());
  return crds;
}

const Resource* Resources::Find(std::string_view group, std::string_view kind) const {
  const auto found = kinds_.find({std::string(group), std::string(kind)});
  return found == kinds_.end() ? nullptr : found->second.get();
}

std::string Resources::WhyNotFound(std::string_view api_version, std::string_view kind) const {
  const auto [group, version] = admission::GroupVersionOf(api_version);
  const std::string name(kind);
  if (group.empty()) return "no CRD has kind " + name + " in version " + std::string(version);
  const Resource* resource = Find(group, kind);
  if (resource == nullptr) return "no CRD has kind " + name + " in group " + std::string(group);
  return "kind " + name + " has no version " + std::string(version) + " in group " +
         std::string(group) + "; available: " + Listed(resource->versions());
}

}  // namespace structural::cli
