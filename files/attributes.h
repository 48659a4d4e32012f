// What a file has beside its text.
#pragma once

#include <sys/stat.h>

namespace structural::files {

// Gives the file `to` the owner, the permissions and the extended attributes, ACLs among them, of
// `from`, whose status is `as`. Attributes that the kernel makes of the content are left out. Both
// are open files. False: not all of it can be kept, and errno says why.
bool CopyAttributes(int from, const struct stat& as, int to);

}  // namespace structural::files
