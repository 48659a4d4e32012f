#include "controller/crd_api.h"

#include <algorithm>
#include <iterator>

#include <fnmatch.h>
#include <glog/logging.h>

#include "kube/client.h"
#include "schema/base/quote.h"

namespace structural::controller {
namespace {

using base::ErrorCode;
using crd::ApiVersion;

constexpr const char* kGroup = "apiextensions.k8s.io";

bool Hides(ErrorCode code) { return code == ErrorCode::kForbidden || code == ErrorCode::kNotFound; }

bool MatchesAny(const std::vector<std::string>& patterns, const std::string& text) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
         });
}

std::string_view GroupOf(std::string_view crd_name) {
  const auto dot = crd_name.find('.');
  return dot == std::string_view::npos ? std::string_view() : crd_name.substr(dot + 1);
}

// Returns whether the text is a pattern for fnmatch, which also interprets [ and \.
bool IsPattern(const std::string& text) { return text.find_first_of("*?[\\") != std::string::npos; }

}  // namespace

std::string CrdCollection(ApiVersion version) {
  return "/apis/" + std::string(crd::Name(version)) + "/customresourcedefinitions";
}

std::string_view AcceptAsJson(ApiVersion version) {
  return version == ApiVersion::kV1 ? kube::kProtobufOrJson : kube::kJsonType;
}

base::Status CrdApi::Find(std::stop_token stop) {
  const auto served = kube::ServedVersions(client_, kGroup, stop);
  if (!served.ok() && Hides(served.error().code())) {
    VLOG(1) << served.error().message() << "; continuing with " << crd::Name(version_);
    return base::Ok();
  }
  if (!served.ok()) return served.error();
  for (const ApiVersion version : {ApiVersion::kV1, ApiVersion::kV1beta1}) {
    const std::string_view name = crd::Name(version).substr(std::string_view(kGroup).size() + 1);
    if (std::find(served->begin(), served->end(), name) == served->end()) continue;
    if (version_.exchange(version) != version) LOG(INFO) << "the server has " << crd::Name(version);
    return base::Ok();
  }
  return {ErrorCode::kNotFound,
          "the server does not serve apiextensions.k8s.io/v1 or v1beta1; Kubernetes 1.7 or later "
          "is required"};
}

base::Error TooLong(std::string_view member) {
  return {base::ErrorCode::kInvalidInput, "metadata." + std::string(member) + " is longer than Kubernetes allows"};
}

base::Result<crd::Meta> ReadMetaWithinLimits(std::string_view json, crd::ApiVersion default_version) {
  auto meta = crd::ReadMeta(json, default_version);
  if (!meta.ok()) return meta;
  if (meta->name.size() > kMaxNameBytes) return TooLong("name");
  if (meta->uid.size() > kMaxUidBytes) return TooLong("uid");
  if (meta->resource_version.size() > kMaxVersionBytes) return TooLong("resourceVersion");
  return meta;
}

bool Selector::Matches(std::string_view crd_name) const {
  return MatchesAny(names, std::string(crd_name)) && MatchesAny(groups, std::string(GroupOf(crd_name)));
}

UnknownNames::UnknownNames(const Selector& selector) {
  std::ranges::remove_copy_if(selector.names, std::inserter(names_, names_.end()), IsPattern);
  std::ranges::remove_copy_if(selector.groups, std::inserter(groups_, groups_.end()), IsPattern);
}

void UnknownNames::RecordCrd(std::string_view crd_name) {
  if (const auto name = names_.find(crd_name); name != names_.end()) names_.erase(name);
  if (const auto group = groups_.find(GroupOf(crd_name)); group != groups_.end()) groups_.erase(group);
}

std::vector<std::string> UnknownNames::Sentences() const {
  std::vector<std::string> sentences;
  for (const std::string& name : names_)
    sentences.push_back("CustomResourceDefinition " + (name.empty() ? base::Quote(name) : name) + " does not exist");
  for (const std::string& group : groups_)
    sentences.push_back("no CustomResourceDefinition has the group " + (group.empty() ? base::Quote(group) : group));
  return sentences;
}

}  // namespace structural::controller
