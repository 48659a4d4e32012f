// Code that the tests of exec plugins share.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "kube/credentials/exec_source.h"
#include "temporary_folder.h"
#include "transport_fixture.h"

namespace structural::kube {

inline constexpr const char* kExecV1 = "client.authentication.k8s.io/v1";

class ExecPlugin : public TransportFixture {
 protected:
  // Returns the config of a client with an exec plugin that runs the shell script.
  ClientConfig Config(const std::string& script) const {
    const std::string path = folder_.Write("plugin", "#!/bin/sh\n" + script + "\n");
    ::chmod(path.c_str(), 0700);
    ClientConfig config;
    config.server = "https://10.0.0.1:6443";
    config.exec = ExecConfig{.command = path, .api_version = kExecV1};
    return config;
  }

  // Returns a shell script for an exec plugin. It adds a line to the file "runs", and prints the token as a credential.
  std::string Print(const std::string& token, const std::string& more = "") const {
    return "echo run >> '" + folder_.path() + "/runs'; echo '{\"apiVersion\": \"" + kExecV1 +
           "\", \"kind\": \"ExecCredential\", \"status\": {" + more + "\"token\": \"'" + token + "'\"}}'";
  }

  int Runs() const {
    const std::string text = folder_.Read("runs");
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }

  static std::string TokenOf(CredentialSource& source) {
    const auto credentials = source.Get({});
    return credentials.ok() ? credentials->authorization : credentials.error().message();
  }

  std::string Refusal(const std::string& script, ExecOptions options = {}) {
    const ClientConfig config = Config(script);
    const std::string message = TokenOf(*NewExecSource(config, std::move(options)));
    const std::string prefix = "exec plugin " + config.exec->command + ": ";
    EXPECT_TRUE(message.starts_with(prefix)) << message;
    return message.substr(std::min(prefix.size(), message.size()));
  }

  TemporaryFolder folder_;
};

}  // namespace structural::kube
