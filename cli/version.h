// The version of this build.
#pragma once

#include <string>

namespace structural::cli {

// "structural 0.1.0 (kubernetes 1.37)": ours, and the release whose verdicts it gives.
std::string Version();

// "structural/0.1.0 (linux/amd64)": what the API server logs.
std::string UserAgent();

}  // namespace structural::cli
