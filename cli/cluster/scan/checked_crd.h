// Checks the CRDs in a server's list, for `structural scan`.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

#include "cli/cluster/scan/row.h"
#include "kube/client.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"

namespace structural::scan {

struct CheckedCrd {
  Row row;  // row of the CRD, with an empty context
  // The decoded CRD, with views of `text` and of the arena; nullopt if the state of `row` is kUnreadable.
  std::optional<crd::CustomResourceDefinition> crd;
  // The CRD in JSON; for a CRD in v1beta1, in the encoding of the server's list, which can be protobuf. Empty if `crd`
  // is nullopt.
  std::string_view text = {};
};

// Checks an item of a list, in JSON or protobuf, and returns its row. `default_version` is the apiVersion of an item
// without one. `release` is the release of the server that Row::recreation is about. `arena` is working memory, which
// must not be reset before the result's last use. Pure.
CheckedCrd CheckListedCrd(std::string_view item, crd::ApiVersion default_version, base::Arena& arena,
                          validate::Release release = {});

// Receives the CRDs one by one, in the order of the server's list, which is sorted by name. `checked` is valid only
// during the call.
using OnCheckedCrd = std::function<void(const CheckedCrd& checked)>;

// Reads all CRDs of a cluster in pages of 500. Passes each CRD to `on_checked` once, even if the list had to be
// restarted, and frees it after its check. Memory: the largest CRD, and the names of all CRDs. Requires only the right
// to list CRDs; if the server does not list the versions of its APIs, uses v1. Errors: those of kube::Client::List; for
// kForbidden, the message names the missing right.
base::Status CheckAllCrds(kube::Client& client, const OnCheckedCrd& on_checked, std::stop_token stop,
                          validate::Release release = {});

// Returns the message of a failed request for CRDs as one line. If the user lacks a right or is not logged in, adds
// lines with advice. The result is a text for PrintErrorLines.
std::string ExplainError(const base::Error& error);

}  // namespace structural::scan
