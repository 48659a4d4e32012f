// Changes: edits of a CRD, made and noted.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "schema/fix/work.h"

namespace structural::fix {

// Each is an operation of JSON Patch; preconditions are those of RFC 6902. Not thread-safe.
class Changes {
 public:
  explicit Changes(json& crd) : crd_(crd) {}

  // `after`: the member that the new one should stand behind in a text.
  void Add(const std::string& path, json value, std::string after = {});
  void Replace(const std::string& path, json value);
  void Remove(const std::string& path);
  void Move(const std::string& from, const std::string& path);
  void Copy(const std::string& from, const std::string& path);

  std::vector<Edit> Take() { return std::move(edits_); }

 private:
  void Note(Edit edit);

  json& crd_;
  std::vector<Edit> edits_;
};

}  // namespace structural::fix
