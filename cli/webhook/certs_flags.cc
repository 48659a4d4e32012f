#include "cli/webhook/certs_flags.h"

#include <CLI/CLI.hpp>

#include "cli/shared/common_flags.h"
#include "cli/shared/config_flags.h"

namespace structural::cli {
namespace {

void AddPlaces(CLI::App& command, CertsFlags& flags) {
  command.add_option(
      "-n,--namespace", flags.namespace_,
      "Namespace of the Service and the Secret (default: the context's or the Pod's)");
  command
      .add_option("--service", flags.service,
                  "Service that the API server calls: the certificate is for NAME.NAMESPACE.svc")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--host", flags.hosts,
                     "Further host name or IP address of the certificate; repeatable");
  auto* secret = command.add_option("--secret", flags.secret, "Secret that stores the certificate")
                     ->type_name("NAME")
                     ->capture_default_str();
  command
      .add_option("--out-dir", flags.folder,
                  "Store the certificate in files of this folder instead of a Secret")
      ->type_name("DIR")
      ->excludes(secret);
  command
      .add_option("--validating-webhook-configuration", flags.validating,
                  "Configuration whose caBundle is maintained; repeatable")
      ->type_name("NAME");
  command
      .add_option("--mutating-webhook-configuration", flags.mutating,
                  "Configuration whose caBundle is maintained; repeatable")
      ->type_name("NAME");
}

void AddTerms(CLI::App& command, CertsFlags& flags) {
  AddDuration(command, "--validity", flags.validity, "Lifetime of a certificate");
  AddDuration(command, "--renew-before", flags.renew_before,
              "Time before expiry at which the certificate is renewed");
  AddDuration(command, "--overlap", flags.overlap,
              "How long the old authority stays trusted after a renewal");
  AddDuration(command, "--settle", flags.settle,
              "How long a new authority is trusted before its certificate is served");
}

}  // namespace

void AddCertsFlags(CLI::App& command, CertsFlags& flags) {
  AddPlaces(command, flags);
  AddTerms(command, flags);
  command.add_flag("--dry-run", flags.dry_run, "Write nothing; print the changes");
  command
      .add_flag("--watch", flags.watch,
                "Keep running: renew the certificate, and repair changes by others")
      ->excludes("--dry-run");
  AddDuration(command, "--interval", flags.interval,
              "With --watch: how often the certificate is checked");
  command
      .add_option("--health-probe-bind-address", flags.probe_address,
                  "With --watch: address of /healthz, /livez and /readyz; 0 disables it")
      ->capture_default_str();
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 changes, 2 requests");
  AddConfigFlags(command, &flags.config);
}

}  // namespace structural::cli
