// StoredObjects: the objects that a server stores before an update, from files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/files.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::cli {

// The identity of an object, independent of its version. The members are views.
struct ObjectIdentity {
  std::string_view group;
  std::string_view kind;
  std::string_view namespace_name;  // namespace; empty for "default", and for a cluster-scoped object
  std::string_view name;

  auto operator<=>(const ObjectIdentity&) const = default;
};

inline constexpr std::string_view kDefaultNamespace = "default";

ObjectIdentity IdentityOf(const json::Value& object);

// Not thread-safe while it is filled.
class StoredObjects {
 public:
  // Adds the objects in files and folders, also those in Lists; "-" is standard input. Prints
  // errors on standard error. Returns false if something could not be read, or is repeated.
  bool ReadFiles(const std::vector<std::string>& paths, const FileFilter& filter);

  // Adds the objects in a revision of the git repositories that contain `paths`. Errors: the revision, or a file in it,
  // could not be read.
  base::Status ReadRevision(const std::string& revision, const std::vector<std::string>& paths,
                            const FileFilter& filter);

  bool empty() const { return objects_.empty(); }

  // Returns the object's JSON, valid as long as this StoredObjects; nullptr if the object does not exist.
  const std::string* Find(const ObjectIdentity& identity) const;

 private:
  using Key = std::vector<std::string>;

  // Adds an object. Returns false if an object with the same identity was already added.
  bool Add(const json::Value& object, std::string_view json);

  std::map<Key, std::string> objects_;
};

}  // namespace structural::cli
