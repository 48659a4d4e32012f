// StoredObjects: objects as a server stores them before an update, from files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/files.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::cli {

// What tells an object from all others, in whatever version it is. Borrows.
struct ObjectIdentity {
  std::string_view group;
  std::string_view kind;
  std::string_view space;  // the namespace; empty: none, or "default"
  std::string_view name;

  auto operator<=>(const ObjectIdentity&) const = default;
};

inline constexpr std::string_view kDefaultSpace = "default";

ObjectIdentity IdentityOf(const json::Value& object);

// Not thread-safe while it is filled.
class StoredObjects {
 public:
  // Adds the objects in files and folders, and in Lists there; "-" is standard input. What cannot
  // be read is told on standard error. False: something could not be read, or is there twice.
  bool ReadFiles(const std::vector<std::string>& paths, const FileFilter& filter);

  // The same of a revision of the git repositories that `paths` are in.
  base::Status ReadRevision(const std::string& revision, const std::vector<std::string>& paths, const FileFilter& filter);

  bool empty() const { return objects_.empty(); }

  // Its JSON, which lives as long as this; nullptr where there is none.
  const std::string* Find(const ObjectIdentity& identity) const;

 private:
  using Key = std::vector<std::string>;

  // False: there is one already.
  bool Add(const json::Value& object, std::string_view json);

  std::map<Key, std::string> objects_;
};

}  // namespace structural::cli
