// Package: the Go package for the kinds of one group and version.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/generate/kind.h"
#include "schema/generate/node.h"

namespace structural::generate::go {

struct File {
  std::string name;
  std::string text;  // formatted like gofmt
};

struct PackageText {
  std::vector<File> files;               // one for the package, and one for each kind
  std::vector<Diagnostics> diagnostics;  // one for each kind, in the order of the kinds
};

// Writes the package for `kinds`. `name` is the package name; empty: the version. The names in the package do not
// depend on the order of the kinds. Preconditions: no kind is refused, and all have the same group and version.
PackageText WritePackage(const std::vector<const Kind*>& kinds, std::string_view name);

// Like WritePackage, but writes the package in one file.
PackageText WriteOneFile(const std::vector<const Kind*>& kinds, std::string_view name);

// Returns the folder for the package of a kind: "example.com/v1". `name` is the package name; empty: the version.
std::string FolderOf(const Kind& kind, std::string_view name);

}  // namespace structural::generate::go
