// ReplaceFile: replaces the text of a file as a whole, or leaves the file unchanged.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::files {

struct NewText {
  std::string_view text;
  // The text of the file when it was read. A file that was changed since then is not replaced.
  std::optional<std::string_view> expected = {};
  // Replaces a symbolic link, a pipe or a device at the path by the new file, instead of following or
  // writing to it. For folders in which other users can create files.
  bool replaces_links = false;
  // Replaces any file at the path by a new file with mode 0600. Links are not followed.
  bool secret = false;
};

// Writes a new file in the folder of the file at `path`, flushes it to the disk, and gives it the name
// of that file. A reader sees either the old text or the new one, even if the process is killed or
// the power fails. The new file has no name until then; only SIGKILL between its naming and the end
// leaves a file `.structural-…` with the old or the new text. SIGTERM and similar signals are
// delayed until the end.
//
// Links are followed, unless `replaces_links` or `secret` is set. Owner, permissions, ACLs and other
// extended attributes stay. A file that cannot be replaced in this way is refused and unchanged.
// Examples are a file with several names (hard links), in a folder without write permission, of
// another owner that cannot be kept, or at a mount point. If `expected` is not set, the text is
// written to a pipe or a device; signals end the wait for the reader of a pipe.
//
// Memory: a copy of the old text, if one is expected. Safe to call from several threads for
// different files.
// Errors, with the path: kConflict if the file has another text than expected; kInvalidInput for
// all other failures, with the system's reason.
base::Status ReplaceFile(const std::string& path, const NewText& what);

}  // namespace structural::files
