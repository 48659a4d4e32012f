#include "cli/webhook/certs_flags.h"

#include <CLI/CLI.hpp>

#include "cli/shared/common_flags.h"
#include "cli/shared/config_flags.h"

namespace structural::cli {
namespace {

void AddPlaces(CLI::App& command, CertsFlags& flags) {
  command.add_option("-n,--namespace", flags.namespace_,
                     "Of the Service and the Secret (default: the context's or the Pod's)");
  command
      .add_option("--service", flags.service,
                  "Service that the API server calls: the certificate is for NAME.NAMESPACE.svc")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--host", flags.hosts,
                     "Host name or IP address that the certificate is for, too; repeatable");
  auto* secret = command.add_option("--secret", flags.secret, "Secret that it is kept in")
                     ->type_name("NAME")
                     ->capture_default_str();
  command
      .add_option("--out-dir", flags.folder, "Keep it in files of this folder, and in no Secret")
      ->type_name("DIR")
      ->excludes(secret);
  command
      .add_option("--validating-webhook-configuration", flags.validating,
                  "Whose caBundle is to be kept; repeatable")
      ->type_name("NAME");
  command
      .add_option("--mutating-webhook-configuration", flags.mutating,
                  "Whose caBundle is to be kept; repeatable")
      ->type_name("NAME");
}

void AddTerms(CLI::App& command, CertsFlags& flags) {
  AddDuration(command, "--validity", flags.validity, "How long a certificate is valid");
  AddDuration(command, "--renew-before", flags.renew_before,
              "How long before its end it is renewed");
  AddDuration(command, "--overlap", flags.overlap,
              "How long the authority before is trusted when another certificate is there");
  AddDuration(command, "--settle", flags.settle,
              "How long a new authority is trusted before its certificate is served");
}

}  // namespace

void AddCertsFlags(CLI::App& command, CertsFlags& flags) {
  AddPlaces(command, flags);
  AddTerms(command, flags);
  command.add_flag("--dry-run", flags.dry_run, "Write nothing; say what would be done");
  command
      .add_flag("--watch", flags.watch, "Go on for ever: renew, and repair what somebody changes")
      ->excludes("--dry-run");
  AddDuration(command, "--interval", flags.interval, "With --watch: how often it is looked at");
  command
      .add_option("--health-probe-bind-address", flags.probe_address,
                  "With --watch: where /healthz, /livez and /readyz are served; 0: nowhere")
      ->capture_default_str();
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 what is done, 2 requests");
  AddConfigFlags(command, &flags.config);
}

}  // namespace structural::cli
