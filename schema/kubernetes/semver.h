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
  std::string_view prerelease = {};  // identifiers between dots; those of digits only are numbers
  std::string_view text = {};        // the written text, which is the canonical form
};

// Returns the version, or an error of blang/semver.
std::variant<Semver, std::string> ParseSemver(std::string_view text);

// A version with missing parts added ("v1.2" becomes 1.2.0) and leading zeros removed. ParseSemver may
// still reject it. `error` is set if Kubernetes reports another error before it parses the version.
//
// Upstream: apiserver/pkg/cel/library/semverlib.go normalizeAndParse (v0.37.2).
struct NormalizedSemver {
  std::string text;
  std::string error;
};
NormalizedSemver NormalizeSemver(std::string_view text);

// Returns -1, 0 or 1. Ignores build metadata.
int Compare(const Semver& a, const Semver& b);

}  // namespace structural::kubernetes
