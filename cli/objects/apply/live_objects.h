// LiveObjects: the objects that a server stores before an apply, read from files, with their places in the files.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/objects/validate/stored_objects.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "schema/json/value.h"

namespace structural::cli {

struct LiveObject {
  std::string file;
  // document that contains the object; the items of a List share it
  std::shared_ptr<const document::Document> document;
  std::size_t begin = 0;  // offset of the object in the document's JSON
  std::string json;
};

// Not thread-safe while it is filled.
class LiveObjects {
 public:
  // Adds the objects in files and folders, also those in Lists; "-" is standard input. Prints errors on standard error.
  // Returns false if an input cannot be read, if two objects have the same group, kind, namespace and name, or if a
  // path has no object.
  bool Read(const std::vector<std::string>& paths);

  // Returns the live object with the group, kind, namespace and name of `object`, in any version; nullptr if it does
  // not exist.
  const LiveObject* Find(const json::Value& object) const;

 private:
  int Add(const FileDocument& document);

  std::map<std::vector<std::string>, LiveObject> objects_;
  // Document of the last added object, which the next object shares if it is in the same List.
  std::shared_ptr<const document::Document> last_;
  std::string last_file_;
};

}  // namespace structural::cli
