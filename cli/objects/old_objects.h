// OldObjects: the objects before an update, from files.
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
  // Adds the objects in files and folders, also those in Lists; "-" is standard input. Errors: a file cannot be read;
  // two objects have the same apiVersion, kind, namespace and name. The message has the place of the error.
  base::Status Read(const std::vector<std::string>& paths);

  // Returns the old object with the apiVersion, kind, namespace and name of `object`, or nullptr. The result is valid
  // as long as this OldObjects.
  const json::Value* Find(const json::Value& object) const;

 private:
  base::Status ReadFile(const Input& file);
  base::Status Add(const json::Value& object);

  std::deque<std::string> texts_;  // texts of the objects, to which the values have views
  base::Arena arena_;
  std::map<std::string, json::Value> objects_;
};

}  // namespace structural::cli
