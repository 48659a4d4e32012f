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
  std::string_view namespace_name;  // empty for the namespace "default", and for a cluster-scoped object
  std::string_view name;

  auto operator<=>(const ObjectIdentity&) const = default;
};

inline constexpr std::string_view kDefaultNamespace = "default";

// Returns the identity of an object; absent parts are empty. The result has views of the object.
ObjectIdentity IdentityOf(const json::Value& object);

// Not thread-safe while it is filled.
class StoredObjects {
 public:
  // Adds the objects in files and folders, also those in Lists; "-" is standard input. Prints errors on standard error.
  // Returns false if a file cannot be read, or if two objects have the same identity.
  bool ReadFiles(const std::vector<std::string>& paths, const FileFilter& filter);

  // Adds the objects that the files of `paths` have in a revision of their git repositories. Errors: the revision, or a
  // file in it, cannot be read.
  base::Status ReadRevision(const std::string& revision, const std::vector<std::string>& paths,
                            const FileFilter& filter);

  bool empty() const { return objects_.empty(); }

  // Returns the JSON of the stored object with this identity; nullptr if no such object was added. The result is valid
  // as long as this StoredObjects.
  const std::string* Find(const ObjectIdentity& identity) const;

 private:
  using Key = std::vector<std::string>;

  // Adds an object. Returns false if an object with the same identity was already added.
  bool Add(const json::Value& object, std::string_view json);

  std::map<Key, std::string> objects_;
};

}  // namespace structural::cli
