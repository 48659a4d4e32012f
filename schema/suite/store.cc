#include "schema/suite/store.h"

#include <string>
#include <string_view>

#include "schema/admission/resource.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::suite {

using admission::Answer;
using json::Value;

Answer Store::Send(const Endpoint& endpoint, const Value& object, admission::Request request) {
  std::string body;
  json::AppendJson(object, body);
  request.body = arena_.Copy(body);
  request.find_unknown_fields = strict_;
  if (endpoint.coverage != nullptr) {
    endpoint.coverage->RecordObject(object);
    request.trace = &endpoint.coverage->trace();
  }
  Answer answer = admission::Admit(endpoint.resource, endpoint.version, request, arena_);
  if (!answer.errors.empty()) return answer;
  stored_ = answer.object;
  if (endpoint.coverage != nullptr) endpoint.coverage->RecordObject(stored_);
  return answer;
}

Answer Store::Create(const Endpoint& endpoint, const Value& object) {
  admission::Request request{.body = {}};
  if (endpoint.resource.namespaced) {
    request.namespace_name = admission::MetadataText(object, "namespace");
    if (request.namespace_name.empty()) request.namespace_name = kDefaultNamespace;
  }
  return Send(endpoint, object, request);
}

Answer Store::Put(const Endpoint& endpoint, Value object, std::string_view subresource) {
  const Value old = DeepCopy(stored_, arena_);
  const std::string_view name = admission::MetadataText(old, "name"),
                         namespace_name = admission::MetadataText(old, "namespace");
  const Value* metadata = object.Find("metadata");
  if (metadata == nullptr || metadata->is_object()) {
    admission::SetMetadata(object, "name", Value::String(name), arena_);
    admission::SetMetadata(object, "namespace", Value::String(namespace_name), arena_);
    admission::SetMetadata(object, "resourceVersion", Value::String("1"), arena_);
  }
  return Send(endpoint, object,
              {.body = {}, .namespace_name = namespace_name, .name = name, .subresource = subresource, .stored = old});
}

Answer Store::Update(const Endpoint& endpoint, Value object) { return Put(endpoint, DeepCopy(object, arena_), {}); }

Answer Store::UpdateStatus(const Endpoint& endpoint, const Value& status) {
  Value object = DeepCopy(stored_, arena_);
  Set(object, "status", status, arena_);
  return Put(endpoint, object, "status");
}

Answer Store::UpdateWithoutChange(const Endpoint& endpoint) { return Put(endpoint, DeepCopy(stored_, arena_), {}); }

}  // namespace structural::suite
