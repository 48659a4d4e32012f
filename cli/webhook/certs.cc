// structural webhook certs: the webhook's own certificate, where there is no cert-manager.
#include "cli/webhook/certs.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "cli/webhook/certs_run.h"

namespace structural::cli {
namespace {

constexpr const char* kCertsFooter =
    "Each certificate comes from an authority of its own, whose key is never stored. A renewal "
    "first\n"
    "puts the new authority beside the old one into every caBundle, then the certificate into the\n"
    "Secret, and takes the old authority away when --overlap is over: no call fails meanwhile. "
    "Run\n"
    "twice it changes nothing; several may run at a time.\n\n"
    "Exit code: 0 all is in order, 1 it could not be brought in order, 2 wrong arguments.\n\n"
    "Examples:\n"
    "  structural webhook certs -n structural-system --validating-webhook-configuration "
    "structural\n"
    "  structural webhook certs --out-dir /etc/structural --host webhook.example.com\n";

}  // namespace

void AddWebhookCerts(CLI::App& webhook, int* exit_code) {
  auto* command = webhook.add_subcommand(
      "certs", "Make the webhook's certificate, renew it, and have it trusted");
  auto flags = std::make_shared<CertsFlags>();
  AddCertsFlags(*command, *flags);
  command->footer(kCertsFooter);
  command->callback([flags, exit_code] { *exit_code = RunCerts(*flags); });
}

}  // namespace structural::cli
