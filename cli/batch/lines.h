// The members of lines that several operations read, and parts of answers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/kubernetes/violation.h"

namespace structural::cli {

inline std::vector<std::string> TextsOf(const std::vector<kubernetes::Violation>& violations) {
  std::vector<std::string> texts;
  for (const kubernetes::Violation& each : violations) texts.push_back(each.Text());
  return texts;
}

// The members of an object as JSON texts, to change a line without reading it.
using Fields = std::map<std::string_view, std::string_view>;

// Returns no members for a text that is not an object. Precondition: it is valid JSON or empty.
Fields FieldsOf(std::string_view text, base::Arena& arena);

// Returns a member that is a string; empty if it is missing or another value.
std::string_view TextIn(const Fields& fields, std::string_view key, base::Arena& arena);

// Returns the object, sorted, without space between tokens.
std::string JsonOf(const Fields& fields);

// Returns the prepared CRD. Each thread caches the CRD of its last call; the result is valid until
// the thread's next call. A `stored` CRD is not validated. Errors: the server's, if it refuses the
// CRD; those of admission::Serve.
base::Result<const admission::ServedResource*> ServedFor(std::string_view crd, bool stored);

// Returns the version `wanted`, or nullptr if it is not served. If `wanted` is empty, returns the
// version of `api_version`, the apiVersion of the object. If that version is not served, returns
// the storage version. If the storage version is not served, returns the first served version;
// nullptr if no version is served.
const admission::ServedVersion* VersionFor(const admission::ServedResource& resource, std::string_view wanted,
                                           std::string_view api_version);

}  // namespace structural::cli
