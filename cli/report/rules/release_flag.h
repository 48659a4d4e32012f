// A flag whose value is a release of Kubernetes.
#pragma once

#include <functional>
#include <string>

#include "cli/shared/arguments.h"
#include "schema/validate/release.h"

namespace structural::cli {

// Accepts "1.30" or "v1.30.4". For another value, the error lists the supported releases.
// References in `set` must stay valid.
Argument* AddReleaseFlag(Command& command, const std::string& flag, std::function<void(validate::Release)> set,
                         const std::string& text);

}  // namespace structural::cli
