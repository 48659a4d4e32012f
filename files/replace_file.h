// ReplaceFile: replaces the whole text of a file in one step. If this fails, the file is unchanged.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::files {

struct NewText {
  std::string_view text;
  // The text that the file had when it was read. If the file has another text now, it is not replaced. nullopt: a file
  // with any text is replaced.
  std::optional<std::string_view> expected_text = {};
  // A symbolic link, a pipe or a device at the path is replaced by the new file. Otherwise the link is followed, or the
  // text is written to the pipe or device. Set it for folders in which other users can create files.
  bool replaces_links = false;
  // Any file at the path is replaced by a new file with mode 0600. Links are not followed.
  bool secret = false;
};

// Writes a new file in the same folder, flushes it to the disk, and renames it to the name of the old file. A reader
// sees either the old text or the new one, even if the process is killed or the power fails. If the file system
// supports it, the new file has no name until it is complete. SIGKILL during the renaming can leave a file
// `.structural-…` with the old or the new text. SIGTERM and similar signals are delayed until ReplaceFile returns.
//
// Links are followed, unless `replaces_links` or `secret` is set. The file keeps its owner, permissions, ACLs and other
// extended attributes. A file that cannot be replaced in this way is refused, and stays unchanged. Examples are a file
// with several names (hard links), a file in a folder without write permission, a file whose owner the new file cannot
// get, and a mount point. If `expected_text` is not set, the text is written to a pipe or a device at the path. Signals
// end the wait for the reader of a pipe.
//
// Memory: a copy of the old text, if `expected_text` is set. Safe to call from several threads for different files.
// Errors, with the path: kConflict if the file has another text than `expected_text`; kInvalidInput for all other
// failures, with the system's reason.
base::Status ReplaceFile(const std::string& path, const NewText& what);

}  // namespace structural::files
