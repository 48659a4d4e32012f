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
  // For a folder that others may have prepared: replaces a link, a pipe or a device of that name.
  bool replaces_links = false;
  // Replaces any file of that name by a new file with mode 0600; links are not followed.
  bool secret = false;
};

// Writes a new file in the same folder, flushes it to the disk, and gives it the name. A reader
// sees either the old text or the new one, even if the process is killed or the power fails. The
// new file has no name until then; only SIGKILL between its naming and the end leaves a file
// `.structural-…` with the old or the new text. SIGTERM and similar signals are delayed until the
// end.
//
// Links are followed, unless `replaces_links` or `secret` is set. Owner, permissions, ACLs and other
// extended attributes stay. A file that cannot be replaced in this way is refused and unchanged.
// Examples are a file with several names (hard links), in a folder without write permission, of
// another owner that cannot be kept, or at a mount point. A pipe or a device is written to, if no
// text is expected there; signals end the wait for the reader of a pipe.
//
// Memory: a copy of the old text, if one is expected. Safe to call from several threads for
// different files.
// Errors, with the path: kConflict if the file has another text than expected; kInvalidInput for
// anything else, with the system's reason.
base::Status ReplaceFile(const std::string& path, const NewText& what);

}  // namespace structural::files
