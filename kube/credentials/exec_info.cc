#include "kube/credentials/exec_info.h"

#include "schema/base/quote.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace {

void AppendText(const char* key, const std::string& text, std::string* json) {
  if (text.empty()) return;
  *json += std::string(",\"") + key + "\":";
  base::AppendJsonString(text, *json);
}

std::string ClusterJson(const ExecConfig& exec, const ClientConfig& config) {
  std::string json = "{\"server\":";
  base::AppendJsonString(config.server, json);
  AppendText("tls-server-name", config.tls.server_name, &json);
  if (config.tls.insecure_skip_verify) json += ",\"insecure-skip-tls-verify\":true";
  AppendText("certificate-authority-data", go::EncodeBase64(config.tls.ca_pem), &json);
  AppendText("proxy-url", config.proxy_url, &json);
  if (config.disable_compression) json += ",\"disable-compression\":true";
  if (!exec.cluster_config.empty()) json += ",\"config\":" + exec.cluster_config;
  return json + "}";
}

}  // namespace

std::string ExecInfo(const ExecConfig& exec, const ClientConfig& config, bool interactive) {
  std::string json = R"({"kind":"ExecCredential","apiVersion":)";
  base::AppendJsonString(exec.api_version, json);
  json += ",\"spec\":{";
  if (exec.provide_cluster_info) json += "\"cluster\":" + ClusterJson(exec, config) + ",";
  json += std::string("\"interactive\":") + (interactive ? "true" : "false") + "}}";
  return json;
}

}  // namespace structural::kube
