// Finds CRDs that the inputs of a run define several times in different ways.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "cli/report/findings/finding.h"

namespace structural::cli {

// Must be called for the files of a run in their order. Not thread-safe.
class Definitions {
 public:
  // Compares each CRD with the first CRD of its name. If their texts differ, reads both files again and compares the
  // values. A run reads a limited number of pairs of files again, and only regular files. Further CRDs with different
  // texts count as different.
  void Add(const findings::FileReport& report);

  // Messages such as "b.yaml:1: warning: foos.example.com has another definition in a.yaml:1", in
  // the order of files.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct First {
    std::string file;
    findings::LintedCrd crd;
  };

  bool EqualForObjects(const First& first, const std::string& file);

  std::map<std::string, First> first_;  // first definition of each CRD, by its name
  std::vector<std::string> notes_;
  std::size_t compared_ = 0;
};

}  // namespace structural::cli
