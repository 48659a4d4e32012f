#include <nlohmann/json.hpp>

#include "kube/json_slicer.h"
#include "kube/micro_time.h"
#include "schema/go/base64.h"
#include "webhook/certs/store.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using kube::ObjectAt;
using kube::TextAt;
using nlohmann::json;

std::string Collection(const std::string& namespace_) { return "/api/v1/namespaces/" + namespace_ + "/secrets"; }

std::string DataAt(const json& data, const char* key) { return go::DecodeBase64(TextAt(data, key)).value_or(""); }

void Put(json& data, const char* key, const std::string& text) {
  if (text.empty()) {
    data.erase(key);
  } else {
    data[key] = go::EncodeBase64(text);
  }
}

json Data(const Stored& stored, json data) {
  Put(data, "tls.crt", stored.certificate);
  Put(data, "tls.key", stored.key);
  Put(data, "next.crt", stored.next_certificate);
  Put(data, "next.key", stored.next_key);
  Put(data, "ca.crt", stored.authorities);
  Put(data, "since", stored.since ? Text(*stored.since) : "");
  return data;
}

}  // namespace

Result<Stored> SecretStore::Load(std::stop_token stop) {
  Result<std::string> text = client_.Get(Collection(namespace_) + "/" + name_, stop);
  if (!text.ok() && text.error().code() == ErrorCode::kNotFound) return Stored{};
  if (!text.ok()) return text.error();
  const json object = json::parse(*text, nullptr, false);
  if (!object.is_object() || TextAt(object, "kind") != "Secret") {
    return Error(ErrorCode::kInvalidInput, "the response is not a Secret");
  }
  const json data = ObjectAt(object, "data");
  Stored stored;
  stored.certificate = DataAt(data, "tls.crt");
  stored.key = DataAt(data, "tls.key");
  stored.next_certificate = DataAt(data, "next.crt");
  stored.next_key = DataAt(data, "next.key");
  stored.authorities = DataAt(data, "ca.crt");
  if (const auto since = kube::ParseMicroTime(DataAt(data, "since"))) {
    stored.since = std::chrono::floor<std::chrono::seconds>(*since);
  }
  stored.version = TextAt(ObjectAt(object, "metadata"), "resourceVersion");
  stored.object = *std::move(text);
  return stored;
}

Status SecretStore::Save(const Stored& stored, std::stop_token stop) {
  json object = json::parse(stored.object, nullptr, false);
  if (!object.is_object()) {
    object = {{"apiVersion", "v1"},
              {"kind", "Secret"},
              {"type", "kubernetes.io/tls"},
              {"metadata", {{"name", name_}, {"namespace", namespace_}}}};
  }
  object["data"] = Data(stored, ObjectAt(object, "data"));
  const std::string text = object.dump(-1, ' ', false, json::error_handler_t::replace);
  const Result<std::string> saved = stored.version.empty()
                                        ? client_.Create(Collection(namespace_), text, stop)
                                        : client_.Replace(Collection(namespace_) + "/" + name_, text, stop);
  if (!saved.ok()) return saved.error();
  return base::Ok();
}

}  // namespace structural::certs
