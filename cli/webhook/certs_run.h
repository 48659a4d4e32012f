// What `structural webhook certs` does.
#pragma once

#include "cli/webhook/certs_flags.h"

namespace structural::cli {

// -> exit code
int RunCerts(const CertsFlags& flags);

}  // namespace structural::cli
