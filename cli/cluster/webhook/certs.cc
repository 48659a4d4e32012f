// structural webhook certs: creates and renews the webhook's own certificate, for clusters without
// cert-manager.
#include "cli/cluster/webhook/certs.h"

#include <memory>

#include "cli/shared/common_flags.h"

namespace structural::cli {
namespace {

constexpr const char* kCertsFooter =
    "Examples:\n"
    "  structural webhook certs -n structural-system --validating-webhook-configuration "
    "structural\n"
    "  structural webhook certs --output-dir /etc/structural --host webhook.example.com\n\n"
    "Each certificate has its own authority, and the key of the authority is never stored. A\n"
    "renewal first adds the new authority to every caBundle, then writes the certificate to the\n"
    "Secret, and removes the old authority after --overlap. No call fails during a renewal. The\n"
    "command changes only what needs a change, and several processes can run it at once.\n\n"
    "Exit codes:\n"
    "  0  certificate and configurations are right\n"
    "  1  they could not be repaired\n"
    "  2  wrong arguments\n"
    "  3  the run itself failed\n";

void AddPlaces(Command& command, CertsFlags& flags) {
  command.AddOption("-n,--namespace", flags.namespace_,
                    "Namespace of the Service and the Secret (default: the context's or the Pod's)");
  command
      .AddOption("--service", flags.service,
                 "Service that the API server calls: the certificate is for NAME.NAMESPACE.svc")
      ->TypeName("NAME")
      ->ShowDefault();
  command.AddOption("--host", flags.hosts, "Further host name or IP address of the certificate; repeatable");
  auto* secret = command.AddOption("--secret", flags.secret, "Secret that stores the certificate")
                     ->TypeName("NAME")
                     ->ShowDefault();
  command.AddOption("--output-dir", flags.folder, "Write the certificate to files in this folder instead of a Secret")
      ->TypeName("FOLDER")
      ->Excludes(secret);
  command
      .AddOption("--validating-webhook-configuration", flags.validating,
                 "ValidatingWebhookConfiguration whose caBundle is maintained; repeatable")
      ->TypeName("NAME");
  command
      .AddOption("--mutating-webhook-configuration", flags.mutating,
                 "MutatingWebhookConfiguration whose caBundle is maintained; repeatable")
      ->TypeName("NAME");
}

void AddTerms(Command& command, CertsFlags& flags) {
  AddDuration(command, "--validity", flags.validity, "Lifetime of a certificate");
  AddDuration(command, "--renew-before", flags.renew_before, "Time before expiry at which the certificate is renewed");
  AddDuration(command, "--overlap", flags.overlap, "How long the old authority stays trusted after a renewal");
  AddDuration(command, "--settle", flags.trust_propagation,
              "How long a new authority is trusted before its certificate is served");
}

void AddCertsFlags(Command& command, CertsFlags& flags) {
  AddPlaces(command, flags);
  AddTerms(command, flags);
  auto* dry_run = command.AddFlag("--dry-run", flags.dry_run, "Write nothing; print the changes");
  command.AddFlag("-w,--watch", flags.watch, "Keep running: renew the certificate, and repair changes by others")
      ->Excludes(dry_run);
  AddDuration(command, "--interval", flags.interval, "With --watch: how often the certificate is checked");
  command
      .AddOption("--health-probe-bind-address", flags.probe_address,
                 "With --watch: address of /healthz, /livez and /readyz; 0 disables it")
      ->ShowDefault();
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 changes, 2 requests");
  AddConfigFlags(command, &flags.config);
}

}  // namespace

void AddWebhookCerts(Command& webhook, int* exit_code) {
  auto* command =
      webhook.AddSubcommand("certs", "Create and renew the webhook's certificate, and write it to caBundle");
  auto flags = std::make_shared<CertsFlags>();
  AddCertsFlags(*command, *flags);
  command->Footer(kCertsFooter);
  command->OnRun([flags, exit_code] { *exit_code = RunCerts(*flags); });
}

}  // namespace structural::cli
