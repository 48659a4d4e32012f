// structural webhook certs.
#pragma once

#include <CLI/CLI.hpp>

namespace structural::cli {

// As the functions of cli/command.h.
void AddWebhookCerts(CLI::App& webhook, int* exit_code);

}  // namespace structural::cli
