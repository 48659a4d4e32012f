// Judge: an item of a server's list becomes a row.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

#include "cli/scan/row.h"
#include "kube/client.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"

namespace structural::scan {

struct Judged {
  Row row;  // its context is left empty
  // Views into the text and the arena; none where the row is kUnreadable.
  std::optional<crd::CustomResourceDefinition> crd;
  std::string_view text = {};  // the item, as the server sent it; of ListRows only
};

// `asked_for` is the version in which the list was asked for. `arena` is working memory: to be
// reset when the result is of no more use. Pure.
// `release` is that of the server that is to create the CRD again.
Judged Judge(std::string_view item, crd::ApiVersion asked_for, base::Arena& arena,
             validate::Release release = {});

// ListRows: all CRDs of a cluster, a row each, while the list is coming in.

// Called in the server's order, by name. The CRD is valid during the call.
using OnJudged = std::function<void(const Judged& judged)>;

// Reads pages of 500, each CRD judged and forgotten: a cluster of any size takes the memory of its
// largest CRD, and of the names. Needs no right but to list; a server that hides what it serves is
// taken for one of v1. kForbidden says which right is missing. Each CRD is handed out once, also
// where the server had to start the list again.
base::Status ListRows(kube::Client& client, const OnJudged& on_judged, std::stop_token stop,
                      validate::Release release = {});

// The error of a request for CRDs in one line, and in further lines what the user can do about it: for PrintErrorLines.
std::string Explained(const base::Error& error);

}  // namespace structural::scan
