// structural webhook certs.
#pragma once

#include "cli/shared/cli11.h"

namespace structural::cli {

// As the functions of cli/shared/command.h.
void AddWebhookCerts(CLI::App& webhook, int* exit_code);

}  // namespace structural::cli
