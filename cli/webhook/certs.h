// structural webhook certs.
#pragma once

#include "cli/cli11.h"

namespace structural::cli {

// As the functions of cli/command.h.
void AddWebhookCerts(CLI::App& webhook, int* exit_code);

}  // namespace structural::cli
