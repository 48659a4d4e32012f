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

base::Status EventWriter::Write(const Event& event, std::stop_token stop) {
  constexpr const char* kEvents = "/apis/events.k8s.io/v1";
  constexpr const char* kCore = "/api/v1";
  bool core = only_core_;
  Result<std::string> written(ErrorCode::kNotFound, "");
  if (!core) written = client_.Create(Collection(kEvents, event), EventJson(event), stop);
  if (!written.ok() && written.error().code() == ErrorCode::kNotFound) {
    core = true;
    written = client_.Create(Collection(kCore, event), CoreEventJson(event), stop);
  }
  // A repetition after a broken connection: the first one got through.
  const bool exists = !written.ok() && written.error().reason() == "AlreadyExists";
  if (!written.ok() && !exists) return written.error();
  only_core_ = core;
  return base::Ok();
}

}  // namespace structural::kube
