#include "kube/config/kubeconfig_exec.h"

#include <cstdio>

#include "kube/config/kubeconfig_value.h"

namespace structural::kube {
namespace {

using base::Result;
using base::Status;

constexpr const char* kV1 = "client.authentication.k8s.io/v1";
constexpr const char* kV1beta1 = "client.authentication.k8s.io/v1beta1";
constexpr const char* kExtension = "client.authentication.k8s.io/exec";

Status ReadCommand(const KubeconfigNode& node, ExecConfig* exec) {
  Status step = Assign(&exec->command, node.Text("command"));
  if (!step.ok()) return step;
  if (exec->command.empty())
    return node.InvalidField("command", "is missing; set the program to run");
  if (exec->command.find('/') == std::string::npos) return base::Ok();
  return Assign(&exec->command, node.Path("command"));
}

Status ReadApiVersion(const KubeconfigNode& node, ExecConfig* exec) {
  const Status step = Assign(&exec->api_version, node.Text("apiVersion"));
  if (!step.ok() || exec->api_version == kV1 || exec->api_version == kV1beta1) return step;
  return node.InvalidField(
      "apiVersion", std::string("must be ") + kV1 + " or " + kV1beta1 + "; update an older plugin");
}

Status ReadInteractiveMode(const KubeconfigNode& node, ExecConfig* exec) {
  std::string mode;
  const Status step = Assign(&mode, node.Text("interactiveMode"));
  if (!step.ok()) return step;
  if (mode.empty() && exec->api_version == kV1beta1) mode = "IfAvailable";
  if (mode == "Never") {
    exec->interactive = ExecConfig::Interactive::kNever;
  } else if (mode == "IfAvailable") {
    exec->interactive = ExecConfig::Interactive::kIfAvailable;
  } else if (mode == "Always") {
    exec->interactive = ExecConfig::Interactive::kAlways;
  } else {
    return node.InvalidField("interactiveMode", "must be Never, IfAvailable or Always");
  }
  return base::Ok();
}

Status ReadEnvironment(const KubeconfigNode& node, ExecConfig* exec) {
  Result<std::vector<KubeconfigNode>> entries = node.Elements("env");
  if (!entries.ok()) return entries.error();
  for (const KubeconfigNode& entry : *entries) {
    std::pair<std::string, std::string> variable;
    Status step = Assign(&variable.first, entry.Text("name"));
    if (step.ok()) step = Assign(&variable.second, entry.Text("value"));
    if (!step.ok()) return step;
    if (variable.first.empty() || variable.first.find('=') != std::string::npos) {
      return entry.InvalidField("name", "must be the name of an environment variable");
    }
    exec->env.push_back(std::move(variable));
  }
  return base::Ok();
}

// What would move a terminal's cursor is written out.
std::string WithoutControls(const std::string& text) {
  std::string clean;
  for (const unsigned char c : text) {
    if ((c < 0x20 && (c < 0x09 || c > 0x0D)) || c == 0x7F) {
      char written[16];
      std::snprintf(written, sizeof written, "U+%04X", c);
      clean += written;
    } else {
      clean += static_cast<char>(c);
    }
  }
  return clean;
}

}  // namespace

Result<ExecConfig> ReadExec(const KubeconfigNode& node) {
  ExecConfig exec;
  Status step = ReadCommand(node, &exec);
  if (step.ok()) step = ReadApiVersion(node, &exec);
  if (step.ok()) step = ReadInteractiveMode(node, &exec);
  if (step.ok()) step = Assign(&exec.args, node.Texts("args"));
  if (step.ok()) step = ReadEnvironment(node, &exec);
  if (step.ok()) step = Assign(&exec.provide_cluster_info, node.Bool("provideClusterInfo"));
  if (step.ok()) step = Assign(&exec.install_hint, node.Text("installHint"));
  if (!step.ok()) return step.error();
  exec.install_hint = WithoutControls(exec.install_hint);
  return exec;
}

Result<std::string> ReadExecExtension(const KubeconfigNode& cluster) {
  Result<std::vector<KubeconfigNode>> extensions = cluster.Elements("extensions");
  if (!extensions.ok()) return extensions.error();
  for (const KubeconfigNode& entry : *extensions) {
    Result<std::string> name = entry.Text("name");
    if (!name.ok()) return name.error();
    if (*name == kExtension) return entry.Json("extension");
  }
  return std::string();
}

}  // namespace structural::kube
