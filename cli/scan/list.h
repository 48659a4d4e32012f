// ListRows: all CRDs of a cluster, a row each, while the list is coming in.
#pragma once

#include <functional>
#include <stop_token>

#include "cli/scan/judge.h"
#include "kube/client.h"
#include "schema/base/result.h"

namespace structural::scan {

// Called in the server's order, by name. The CRD is valid during the call.
using OnJudged = std::function<void(const Judged& judged)>;

// Reads pages of 500, each CRD judged and forgotten: a cluster of any size takes the memory of its
// largest CRD, and of the names. Needs no right but to list; a server that hides what it serves is
// taken for one of v1. kForbidden says which right is missing. Each CRD is handed out once, also
// where the server had to start the list again.
base::Status ListRows(kube::Client& client, const OnJudged& on_judged, std::stop_token stop);

// The error of a request for CRDs, with what the user can do about it.
base::Error Explained(const base::Error& error);

}  // namespace structural::scan
