// ReplaceFile: a file gets a new text as a whole, or stays what it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::files {

struct NewText {
  std::string_view text;
  // What the file held when it was read. What others have made of it since then is left alone.
  std::optional<std::string_view> expected = {};
  // In a folder that others prepared: a link, a pipe or a device that has the name is replaced.
  bool replaces_links = false;
  // A new file with mode 0600 takes the name, whatever has it now: links are not followed.
  bool secret = false;
};

// Writes a new file in the same folder, onto the disk, and gives it the name: whoever reads the
// file, and whenever the process is killed or the power fails, meets the old text or the new one.
// The new file has no name until then; only SIGKILL between its naming and the end leaves a file
// `.structural-…` with the old or the new text. SIGTERM and the like wait until all is done.
//
// Links are followed, unless NewText says otherwise. Owner, permissions, ACLs and other extended attributes stay. A file that
// cannot be replaced like that is refused, and stays as it is: one that has several names (hard
// links), is in a folder that cannot be written, is another's whose owner cannot be kept, or is a
// mount point. A pipe or a device is written into, if no text is expected there; signals end the wait
// for the reader of a pipe.
//
// Memory: a copy of the old text, where one is expected. Safe to call from several threads for
// different files.
// Errors, with the path: kConflict: another text is there than expected; kInvalidInput: anything
// else, with the system's reason.
base::Status ReplaceFile(const std::string& path, const NewText& what);

}  // namespace structural::files
