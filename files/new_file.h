// NewFile: a file on its way to a name.
#pragma once

#include <string>
#include <string_view>

#include <sys/stat.h>
#include <sys/types.h>

#include "files/read_file.h"

namespace structural::files {

// Has no name before it is asked for one, where the file system can do that: a process that is
// killed then leaves nothing. Removes the name at the end of its life. Where something returns
// false, errno says why. Not thread-safe.
class NewFile {
 public:
  // In the folder, which must outlive it.
  NewFile(int folder, mode_t mode);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool ok() const { return fd_.get() >= 0; }
  int fd() const { return fd_.get(); }

  // All of the text, onto the disk.
  bool Write(std::string_view text);
  // Takes a name that nothing else in the folder has.
  bool TakeName();
  const std::string& name() const { return name_; }
  // The name stays with what has it now, or is gone.
  void LeaveName() { name_.clear(); }

 private:
  const int folder_;
  std::string name_;  // empty: none
  Descriptor fd_;
};

// What a file has beside its text.
// Gives the file `to` the owner, the permissions and the extended attributes, ACLs among them, of
// `from`, whose status is `as`. Attributes that the kernel makes of the content are left out. Both
// are open files. False: not all of it can be kept, and errno says why.
bool CopyAttributes(int from, const struct stat& as, int to);

}  // namespace structural::files
