// ExplainedCrds: explains CRDs and their fields, which it finds by the names that kubectl explain accepts.
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
  std::string api_version;  // "v1" or "example.com/v1"; empty: the version that the server prefers
  bool recursive = false;   // true: print the fields of all levels; false: of one level
  bool colors = false;
};

// Owns the CRDs that it reads. Not thread-safe.
class ExplainedCrds {
 public:
  // Adds the CRDs in files and folders; the path "-" is standard input. Prints errors on standard error. Returns the
  // exit code.
  int Read(const std::vector<std::string>& paths);

  bool empty() const { return crds_.empty(); }

  // Returns whether `name` begins with a name of a resource, such as "disks.spec.size" and
  // "disk.example.com.spec.size". Names of a resource are its plural, singular, kind and short names, each with or
  // without the group. Ignores letter case.
  bool HasResource(std::string_view name) const;

  // Returns the text about a resource or one of its fields, in the layout of kubectl explain. Errors: kNotFound if the
  // resource, version or field does not exist, with a similar name in the message; kInvalidInput if several CRDs have
  // this name.
  base::Result<std::string> Explain(std::string_view name, const ExplainOptions& options);

  // Returns the shell completions of `prefix`: plurals of resources or, after the name of a resource, its fields. Empty
  // if the resource is unknown.
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
  // A resource or, if `field` is not empty, one of its fields.
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
