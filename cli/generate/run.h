// What `structural generate` does.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/files.h"

namespace structural::cli {

struct GenerateOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  lint::FileFilter filter;
  std::string version;       // empty: all
  std::string output = "-";  // a folder, or standard output
  std::string package;       // empty: as the version is called
  std::string numbers;       // a file with the numbers of Protobuf; empty: none
  bool strict = false;       // fails where something is not mapped
};

// Writes the Go types of the CRDs in the files; tells what of them is not mapped. Returns the exit
// code: 0 all is written, 1 a version is not, or with `strict` something is not mapped, 2 an input
// cannot be read, there is nothing to generate from, or too much for one output, 3 a file cannot be
// written.
int RunGenerateGo(const GenerateOptions& options);

// The same with a file of Protobuf for each group and version.
int RunGenerateProto(const GenerateOptions& options);

}  // namespace structural::cli
