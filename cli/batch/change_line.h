// A line about the creation or an update of a CRD: the CRD itself, {"old": CRD, "new": CRD}, or
// {"new": CRD} with further members.
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/reader.h"

namespace structural::cli {

// Views of the line.
struct ChangeLine {
  std::string_view before;  // JSON of the CRD before the update; empty: `after` is created
  std::string_view after;
  std::string_view request_kind;
  std::string_view kubernetes_version;  // a JSON string
};

inline base::Result<ChangeLine> ReadChangeLine(std::string_view text, base::Arena& arena) {
  ChangeLine line;
  json::JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    const std::string_view value = in.Skip();
    if (key == "old") line.before = value;
    if (key == "new") line.after = value;
    if (key == "requestKind") line.request_kind = value;
    if (key == "kubernetesVersion") line.kubernetes_version = value;
  }
  if (!in.AtEnd()) return in.error();
  if (line.after.empty()) line = {{}, text, {}, {}};
  return line;
}

}  // namespace structural::cli
