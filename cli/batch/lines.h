// Functions that several operations share: they read the members of lines, and write parts of answers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/kubernetes/violation.h"
#include "schema/validate/release.h"

namespace structural::cli {

inline std::vector<std::string> TextsOf(const std::vector<kubernetes::Violation>& violations) {
  std::vector<std::string> texts;
  for (const kubernetes::Violation& each : violations) texts.push_back(each.Text());
  return texts;
}

// The members of an object by key, as JSON texts, so that an operation can change some members of a line without
// decoding the other members.
using Fields = std::map<std::string_view, std::string_view>;

// Returns no members for a text that is not an object. Precondition: it is valid JSON or empty.
Fields FieldsOf(std::string_view text, base::Arena& arena);

// Returns the member `key` if it is a string; otherwise returns an empty text.
std::string_view TextIn(const Fields& fields, std::string_view key, base::Arena& arena);

// Returns the JSON of the object, sorted by key, without space between tokens.
std::string JsonOf(const Fields& fields);

// Returns the release in the member "kubernetesVersion" of the line, such as "1.30". Returns the default release if the
// line has no such member or cannot be read, and an error for a release that is not supported.
base::Result<validate::Release> ReleaseIn(std::string_view line, base::Arena& arena);

// Returns `crd`, prepared for requests to its objects on a server of the release. If `stored` is set, the CRD is not
// validated. Each thread caches the CRD of its last call; the result is valid until the thread's next call. Errors: the
// server's errors if it refuses the CRD; the errors of admission::Serve.
base::Result<const admission::ServedResource*> ServedFor(std::string_view crd, bool stored,
                                                         validate::Release release = {});

// Returns the version `wanted`, or nullptr if it is not served. If `wanted` is empty, returns the
// version of `api_version`, the apiVersion of the object. If that version is not served, returns
// the storage version. If the storage version is not served, returns the first served version;
// nullptr if no version is served.
const admission::ServedVersion* VersionFor(const admission::ServedResource& resource, std::string_view wanted,
                                           std::string_view api_version);

}  // namespace structural::cli
