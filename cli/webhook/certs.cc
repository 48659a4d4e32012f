// structural webhook certs: the webhook's own certificate, where there is no cert-manager.
#include "cli/webhook/certs.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "cli/webhook/certs_run.h"

namespace structural::cli {
namespace {

constexpr const char* kCertsFooter =
    "Examples:\n"
    "  structural webhook certs -n structural-system --validating-webhook-configuration "
    "structural\n"
    "  structural webhook certs --out-dir /etc/structural --host webhook.example.com\n\n"
    "Each certificate has its own authority, and the key of the authority is never stored. A\n"
    "renewal first adds the new authority to every caBundle, then writes the certificate to the\n"
    "Secret, and removes the old authority after --overlap. No call fails during a renewal. The\n"
    "command changes only what needs a change, and several processes can run it at once.\n\n"
    "Exit codes:\n"
    "  0  certificate and configurations are right\n"
    "  1  they could not be repaired\n"
    "  2  wrong arguments\n";

}  // namespace

void AddWebhookCerts(CLI::App& webhook, int* exit_code) {
  auto* command = webhook.add_subcommand(
      "certs", "Create and renew the webhook's certificate, and write it to caBundle");
  auto flags = std::make_shared<CertsFlags>();
  AddCertsFlags(*command, *flags);
  command->footer(kCertsFooter);
  command->callback([flags, exit_code] { *exit_code = RunCerts(*flags); });
}

}  // namespace structural::cli
