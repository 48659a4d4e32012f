// OldObjects: objects as they were before an update, from files.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "cli/shared/files.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::cli {

// Not thread-safe while it is filled.
class OldObjects {
 public:
  // Adds the objects in files and folders, and in Lists there; "-" is standard input. Errors: a
  // file that cannot be read, with its place; an object that is there twice.
  base::Status Read(const std::vector<std::string>& paths);

  // The one with the apiVersion, kind, namespace and name of `object`; nullptr: there is none. It
  // lives as long as this.
  const json::Value* Find(const json::Value& object) const;

 private:
  base::Status ReadFile(const Input& file);
  base::Status Add(const json::Value& object);

  std::deque<std::string> texts_;  // values point into them
  base::Arena arena_;
  std::map<std::string, json::Value> objects_;
};

}  // namespace structural::cli
