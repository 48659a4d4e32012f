#include "kube/lease.h"

#include <cassert>

#include <nlohmann/json.hpp>

#include "kube/json_slicer.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using nlohmann::json;

std::string Collection(std::string_view namespace_) {
  return "/apis/coordination.k8s.io/v1/namespaces/" + std::string(namespace_) + "/leases";
}

std::optional<MicroTime> TimeAt(const json& spec, const char* member) {
  const auto found = spec.find(member);
  if (found == spec.end() || !found->is_string()) return std::nullopt;
  return ParseMicroTime(found->get_ref<const std::string&>());
}

Result<Lease> Read(const Result<std::string>& text) {
  if (!text.ok()) return text.error();
  const json object = json::parse(*text, nullptr, false);
  if (!object.is_object() || TextAt(object, "kind") != "Lease") {
    return Error(ErrorCode::kInvalidInput, "the response is not a Lease");
  }
  const json metadata = ObjectAt(object, "metadata");
  const json spec = ObjectAt(object, "spec");
  Lease lease{.namespace_ = TextAt(metadata, "namespace"), .name = TextAt(metadata, "name")};
  lease.resource_version = TextAt(metadata, "resourceVersion");
  lease.holder_identity = TextAt(spec, "holderIdentity");
  lease.lease_duration_seconds = IntegerAt(spec, "leaseDurationSeconds");
  lease.acquire_time = TimeAt(spec, "acquireTime");
  lease.renew_time = TimeAt(spec, "renewTime");
  lease.lease_transitions = IntegerAt(spec, "leaseTransitions");
  lease.object = *text;
  return lease;
}

template <typename T>
void Set(json& object, const char* member, bool is_there, const T& value) {
  if (is_there) {
    object[member] = value;
  } else {
    object.erase(member);
  }
}

std::string TextOf(const std::optional<MicroTime>& time) { return time ? FormatMicroTime(*time) : ""; }

std::string Write(const Lease& lease) {
  json object = json::parse(lease.object, nullptr, false);
  if (!object.is_object()) object = json::object();
  object["apiVersion"] = "coordination.k8s.io/v1";
  object["kind"] = "Lease";
  json& metadata = object["metadata"] = ObjectAt(object, "metadata");
  metadata["name"] = lease.name;
  metadata["namespace"] = lease.namespace_;
  Set(metadata, "resourceVersion", !lease.resource_version.empty(), lease.resource_version);
  json& spec = object["spec"] = ObjectAt(object, "spec");
  // Like client-go, writes an empty holderIdentity when the Lease is released.
  Set(spec, "holderIdentity", !lease.holder_identity.empty() || spec.contains("holderIdentity"), lease.holder_identity);
  Set(spec, "leaseDurationSeconds", lease.lease_duration_seconds > 0, lease.lease_duration_seconds);
  Set(spec, "acquireTime", lease.acquire_time.has_value(), TextOf(lease.acquire_time));
  Set(spec, "renewTime", lease.renew_time.has_value(), TextOf(lease.renew_time));
  Set(spec, "leaseTransitions", true, lease.lease_transitions);
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

Result<Lease> GetLease(Client& client, std::string_view namespace_, std::string_view name, std::stop_token stop) {
  return Read(client.Get(Collection(namespace_) + "/" + std::string(name), stop));
}

Result<Lease> CreateLease(Client& client, const Lease& lease, std::stop_token stop) {
  return Read(client.Create(Collection(lease.namespace_), Write(lease), stop));
}

Result<Lease> UpdateLease(Client& client, const Lease& lease, std::stop_token stop) {
  assert(!lease.resource_version.empty());
  return Read(client.Replace(Collection(lease.namespace_) + "/" + lease.name, Write(lease), stop));
}

}  // namespace structural::kube
