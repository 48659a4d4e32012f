// ExplainedCrds: finds CRDs and their fields by the names that kubectl explain accepts.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/tree/tree.h"
#include "cli/shared/crd_files.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"

namespace structural::cli {

struct ExplainOptions {
  std::string api_version;  // "v1" or "example.com/v1"; empty: the preferred version
  bool recursive = false;
  bool colors = false;
};

// Owns the CRDs that it reads. Not thread-safe.
class ExplainedCrds {
 public:
  // Adds the CRDs of files and folders, or of standard input for "-". Prints errors on standard
  // error. Returns the exit code.
  int Read(const std::vector<std::string>& paths);

  bool empty() const { return crds_.empty(); }

  // Returns whether a name begins with the name of a resource: its plural, singular, kind or short
  // name, optionally followed by its group, such as "disks.spec.size" and
  // "disk.example.com.spec.size". Ignores letter case.
  bool HasResource(std::string_view name) const;

  // Returns the text about a resource or one of its fields, in the layout of kubectl explain.
  // Errors: kNotFound: the resource, version or field does not exist; the message suggests a
  // similar name. kInvalidInput: several CRDs have this name.
  base::Result<std::string> Explain(std::string_view name, const ExplainOptions& options);

  // Returns the completions of `prefix`: plurals of resources, or fields of a resource. Empty for
  // an unknown resource.
  std::vector<std::string> Candidates(std::string_view prefix);

  // Returns the plurals, singulars, kinds and short names of all resources.
  std::vector<std::string_view> Names() const;

 private:
  struct Crd {
    std::string file;
    std::string json;
    crd::CustomResourceDefinition crd = {};
    std::vector<std::string_view> names = {};
  };
  struct Target {
    const Crd* crd;
    std::string_view field;
  };

  int Add(const FileDocument& document);
  std::vector<Target> Targets(std::string_view name) const;
  base::Result<Target> Find(std::string_view name, std::string_view group) const;
  base::Result<std::string_view> VersionOf(const Crd& crd, std::string_view wanted) const;

  base::Arena arena_;
  std::deque<Crd> crds_;
};

}  // namespace structural::cli
