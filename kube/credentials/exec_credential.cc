#include <ctime>

#include "kube/credentials/credentials.h"
#include "kube/credentials/exec_source.h"
#include "kube/tls/material.h"
#include "schema/base/arena.h"
#include "schema/json/reader.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using json::JsonReader;
using Time = std::chrono::system_clock::time_point;

Error InvalidInput(const std::string& what) { return {ErrorCode::kInvalidInput, "its output " + what}; }

// Reads "2026-01-02T03:04:05.6Z", or a time with an offset like "+01:00"; ignores the fraction.
std::optional<Time> ParseTime(const std::string& text) {
  std::tm parts{};
  const char* rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (rest == nullptr) return std::nullopt;
  if (*rest == '.') {
    do ++rest;
    while (*rest >= '0' && *rest <= '9');
  }
  Time time = std::chrono::system_clock::from_time_t(timegm(&parts));
  if (std::string_view(rest) == "Z") return time;
  std::tm offset{};
  const char* end = *rest == '+' || *rest == '-' ? strptime(rest + 1, "%H:%M", &offset) : nullptr;
  if (end == nullptr || *end != '\0') return std::nullopt;
  const auto minutes = std::chrono::minutes(offset.tm_hour * 60 + offset.tm_min);
  return *rest == '+' ? time - minutes : time + minutes;
}

// The fields of the object before validation.
struct Fields {
  std::string api_version = {};
  std::string kind = {};
  bool has_status = false;
  ExecCredential credential = {};
  std::string expires = {};
};

void ReadText(JsonReader& in, std::string* text) {
  if (in.Peek() == JsonReader::Kind::kNull) {
    in.Null();
  } else {
    *text = in.String();
  }
}

void ReadStatus(JsonReader& in, Fields* fields) {
  if (in.Peek() == JsonReader::Kind::kNull) return in.Null();
  fields->has_status = true;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    std::string* target = key == "token"                   ? &fields->credential.token
                          : key == "clientCertificateData" ? &fields->credential.client_cert_pem
                          : key == "clientKeyData"         ? &fields->credential.client_key_pem
                          : key == "expirationTimestamp"   ? &fields->expires
                                                           : nullptr;
    if (target == nullptr) {
      in.Skip();
    } else {
      ReadText(in, target);
    }
  }
}

base::Result<Fields> ReadFields(std::string_view text) {
  Fields fields;
  base::Arena arena;
  JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "apiVersion") {
      ReadText(in, &fields.api_version);
    } else if (key == "kind") {
      ReadText(in, &fields.kind);
    } else if (key == "status") {
      ReadStatus(in, &fields);
    } else {
      in.Skip();
    }
  }
  if (in.AtEnd()) return fields;
  return InvalidInput("is not a JSON object (" + in.error().message() + ")");
}

base::Status CheckCredential(const ExecCredential& credential) {
  if (credential.client_cert_pem.empty() != credential.client_key_pem.empty()) {
    return InvalidInput("has a certificate or a key, but not both");
  }
  if (credential.token.empty() && credential.client_cert_pem.empty()) {
    return InvalidInput("has neither a token nor a certificate with its key");
  }
  if (!IsHeaderText(credential.token)) {
    return InvalidInput("has a token with a space or a character that is not allowed in a header");
  }
  if (credential.client_cert_pem.empty()) return base::Ok();
  const base::Status usable = CheckClientCertificate(credential.client_cert_pem, credential.client_key_pem);
  return usable.ok() ? usable : InvalidInput("cannot be used: " + usable.error().message());
}

}  // namespace

base::Result<ExecCredential> ParseExecCredential(std::string_view text, const std::string& api_version) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return InvalidInput("is empty");
  base::Result<Fields> fields = ReadFields(text);
  if (!fields.ok()) return fields.error();
  if (fields->kind != "ExecCredential") return InvalidInput("has no kind ExecCredential");
  if (fields->api_version != api_version) {
    return InvalidInput("does not have the apiVersion " + api_version + ", which the kubeconfig requires");
  }
  if (!fields->has_status) return InvalidInput("has no status");
  if (!fields->expires.empty()) {
    fields->credential.expires = ParseTime(fields->expires);
    if (!fields->credential.expires) {
      return InvalidInput("has an expirationTimestamp that is not a time like 2026-01-02T03:04:05Z");
    }
  }
  const base::Status usable = CheckCredential(fields->credential);
  if (!usable.ok()) return usable.error();
  return std::move(fields->credential);
}

}  // namespace structural::kube
