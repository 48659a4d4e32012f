// A flag that names a release of Kubernetes.
#pragma once

#include <functional>
#include <string>

#include "cli/shared/arguments.h"
#include "schema/validate/release.h"

namespace structural::cli {

// "1.30" or "v1.30.4". Another value is a wrong argument, with the releases that there are. `set` must not
// outlive what it refers to.
Argument* AddReleaseFlag(Command& command, const std::string& flag,
                            std::function<void(validate::Release)> set, const std::string& text);

}  // namespace structural::cli
