// Semantic versions: 1.2.3-rc.1+build.5
//
// Upstream: github.com/blang/semver v4.0.0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace structural::kubernetes {

// Points into the text that it was parsed from.
struct Semver {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  std::uint64_t patch = 0;
  std::string_view prerelease = {};  // parts between dots; those of digits only are numbers
  std::string_view text = {};        // canonical: there is one way to write a version
};

// The text is blang's error.
std::variant<Semver, std::string> ParseSemver(std::string_view text);

// The text as a version with what is missing ("v1.2" is 1.2.0), without leading zeros; ParseSemver
// may still refuse it. An error where there is more to say.
//
// Upstream: apiserver/pkg/cel/library/semverlib.go normalizeAndParse (v0.37.2).
struct NormalizedSemver {
  std::string text;
  std::string error;
};
NormalizedSemver NormalizeSemver(std::string_view text);

// -1, 0, 1; metadata of the build does not count.
int Compare(const Semver& a, const Semver& b);

}  // namespace structural::kubernetes
