// The version of this build.
#pragma once

#include <string>

namespace structural::cli {

// "structural 0.1.0 (kubernetes 1.37)": ours, and the release whose verdicts it gives.
std::string Version();

// "0.1.0", or "0.1.0-dev.142+g4513550" between two releases: what hack/version said when it was
// built.
std::string VersionNumber();

// The first seven digits of the commit it was built from, or "unknown".
std::string Commit();

// "structural/0.1.0 (linux/amd64) structural/4513550": what the API server logs.
// The version stands there whole; client-go cuts its own at the first '-'.
// Upstream: rest/config.go buildUserAgent (client-go 0.37)
std::string UserAgent();

}  // namespace structural::cli
