// Semantic versions: 1.2.3-rc.1+build.5
//
// Upstream: github.com/blang/semver semver.go (v4.0.0).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace structural::kubernetes {

// A semantic version. Points into the parsed text.
struct Semver {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  std::uint64_t patch = 0;
  std::string_view prerelease = {};  // identifiers separated by dots; an identifier of digits is a number
  std::string_view text = {};        // the parsed text, which is always in canonical form
};

// Parses a version. Returns the error of blang/semver if the text is not a version.
std::variant<Semver, std::string> ParseSemver(std::string_view text);

// The text of a version after Kubernetes has added missing numbers ("v1.2" becomes 1.2.0) and removed leading zeros.
// ParseSemver may still reject this text. `error` is the error that Kubernetes reports before it parses the version;
// empty: none.
//
// Upstream: apiserver/pkg/cel/library/semverlib.go normalizeAndParse (v0.37.2).
struct NormalizedSemver {
  std::string text;
  std::string error;
};
NormalizedSemver NormalizeSemver(std::string_view text);

// Returns -1 if a < b, 0 if a = b, and 1 if a > b. Ignores build metadata.
int Compare(const Semver& a, const Semver& b);

}  // namespace structural::kubernetes
