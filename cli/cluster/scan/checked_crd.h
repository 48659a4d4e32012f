// Checks an item of a server's list, and returns its row.
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
  // Has views of the text and the arena; nullopt if the row is kUnreadable.
  std::optional<crd::CustomResourceDefinition> crd;
  // JSON of the CRD, or protobuf for a CRD in v1beta1 that the server sent so; set only if `crd` is
  std::string_view text = {};
};

// Checks an item of a list, in JSON or protobuf, and returns its row. `default_version` is the apiVersion of an item that does not name one.
// `release` is that of the server on which the CRD would be created again. `arena` is working memory, which must not be
// reset before the result's last use. Pure.
CheckedCrd CheckListedCrd(std::string_view item, crd::ApiVersion default_version, base::Arena& arena,
                          validate::Release release = {});

// Called for each CRD in the order of the server's list, which is sorted by name. The CRD is valid only during the
// call.
using OnCheckedCrd = std::function<void(const CheckedCrd& checked)>;

// Reads all CRDs of a cluster in pages of 500. Passes each CRD to `on_checked` once, even if the list had to be
// restarted, and drops it after its check. So the memory is that of the largest CRD and of the names. Only the right to
// list CRDs is required; if the server does not list the versions of its APIs, v1 is used. kForbidden: the message
// names the missing right.
base::Status ListRows(kube::Client& client, const OnCheckedCrd& on_checked, std::stop_token stop,
                      validate::Release release = {});

// Returns the error of a request for CRDs in one line, and advice for the user in further lines,
// for PrintErrorLines.
std::string Explained(const base::Error& error);

}  // namespace structural::scan
