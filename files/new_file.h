// NewFile: a file that gets its name only after its text is written.
#pragma once

#include <string>
#include <string_view>

#include <sys/stat.h>
#include <sys/types.h>

#include "files/read_file.h"

namespace structural::files {

// Has no name before TakeName, if the file system supports that, so a killed process leaves
// nothing. The destructor removes the name. Functions that return false set errno. Not thread-safe.
class NewFile {
 public:
  // Creates the file in the folder, whose descriptor must stay open longer.
  NewFile(int folder, mode_t mode);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool ok() const { return fd_.get() >= 0; }
  int fd() const { return fd_.get(); }

  // Writes the whole text and flushes it to the disk.
  bool Write(std::string_view text);
  // Gives the file a new name in the folder.
  bool TakeName();
  const std::string& name() const { return name_; }
  // Forgets the name, because the name was removed or belongs to another file now.
  void LeaveName() { name_.clear(); }

 private:
  const int folder_;
  std::string name_;  // empty: the file has no name
  Descriptor fd_;
};

// Copies the owner, the permissions and the extended attributes, including ACLs, of the open file
// `from` to the open file `to`. `as` is the status of `from`. Skips attributes that the kernel derives
// from the content. Returns false, with errno set, if an attribute cannot be copied.
bool CopyAttributes(int from, const struct stat& as, int to);

}  // namespace structural::files
