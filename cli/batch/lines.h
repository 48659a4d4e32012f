// Functions that several operations of `structural batch` share. They read the members of lines, and write parts of
// answers.
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

// The members of a JSON object by key. The values are JSON texts: an operation can replace a member without decoding
// the others.
using Fields = std::map<std::string_view, std::string_view>;

// Returns the members of the JSON object in `text`; no members if `text` is not an object. Precondition: `text` is
// valid JSON or empty.
Fields FieldsOf(std::string_view text, base::Arena& arena);

// Returns the member `key` if it is a string; otherwise returns an empty text.
std::string_view TextIn(const Fields& fields, std::string_view key, base::Arena& arena);

// Returns the JSON of the object, sorted by key, without space between tokens.
std::string JsonOf(const Fields& fields);

// Returns the release in the member "kubernetesVersion" of the line, such as "1.30". Returns the default release if the
// line does not have this member or cannot be read. Returns an error for a release that is not supported.
base::Result<validate::Release> ReleaseIn(std::string_view line, base::Arena& arena);

// Returns the resource that a server of the release serves for the CRD in JSON. If `stored` is set, the CRD is not
// validated, because the server has already stored it. Each thread caches the CRD of its last call; the result is valid
// until the next call in this thread. Errors: the server's errors if it refuses the CRD; the errors of
// admission::Serve.
base::Result<const admission::ServedResource*> ServedResourceFor(std::string_view crd, bool stored,
                                                                 validate::Release release = {});

// Returns the version `wanted`, or nullptr if it is not served. If `wanted` is empty, returns the version in
// `api_version`, the apiVersion of an object; if this version is not served, the storage version; if that is not served
// either, any served version. Returns nullptr if no version is served.
const admission::ServedVersion* VersionFor(const admission::ServedResource& resource, std::string_view wanted,
                                           std::string_view api_version);

}  // namespace structural::cli
