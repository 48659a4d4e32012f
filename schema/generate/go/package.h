// Package: the Go package that the kinds of one group and version are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/generate/kind.h"
#include "schema/generate/node.h"

namespace structural::generate::go {

struct File {
  std::string name;
  std::string text;  // as gofmt has it
};

struct PackageText {
  std::vector<File> files;       // one on the package, and one for each kind
  std::vector<Diagnostics> diagnostics;  // for each kind, in their order
};

// Names do not depend on the order of the kinds. Precondition: none is refused; all are
// of one group and version. `name` may be empty: then it is the version.
PackageText WritePackage(const std::vector<const Kind*>& kinds, std::string_view name);

// The same in one file.
PackageText WriteOneFile(const std::vector<const Kind*>& kinds, std::string_view name);

// The folder that belongs to a package: "example.com/v1".
std::string FolderOf(const Kind& kind, std::string_view name);

}  // namespace structural::generate::go
