#include "kube/event.h"

#include "kube/event_json.h"

namespace structural::kube {
namespace {

using base::ErrorCode;
using base::Result;

std::string Collection(std::string_view api, const Event& event) {
  return std::string(api) + "/namespaces/" + EventSpace(event) + "/events";
}

}  // namespace

Result<std::string> EventWriter::WriteTo(bool core, const Event& event, std::stop_token stop) {
  const std::string collection = Collection(core ? "/api/v1" : "/apis/events.k8s.io/v1", event);
  if (event.series) {
    const std::string patch = core ? CoreSeriesPatch(event) : SeriesPatch(event);
    Result<std::string> patched =
        client_.JsonPatch(collection + "/" + EventName(event), patch, stop);
    if (patched.ok() || patched.error().code() != ErrorCode::kNotFound) return patched;
  }
  return client_.Create(collection, core ? CoreEventJson(event) : EventJson(event), stop);
}

base::Status EventWriter::Write(const Event& event, std::stop_token stop) {
  bool core = only_core_;
  Result<std::string> written = WriteTo(core, event, stop);
  if (!core && !written.ok() && written.error().code() == ErrorCode::kNotFound) {
    core = true;
    written = WriteTo(core, event, stop);
  }
  // A repetition after a broken connection: the first one got through.
  const bool exists = !written.ok() && written.error().reason() == "AlreadyExists";
  if (!written.ok() && !exists) return written.error();
  only_core_ = core;
  return base::Ok();
}

}  // namespace structural::kube
