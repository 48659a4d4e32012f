// Reads old and new CRDs, and decides which new CRD is the update of which old CRD, for `structural diff` and `lint
// --against`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "document/document.h"
#include "document/tree.h"
#include "schema/base/result.h"

namespace structural::cli {

// A CRD that was read from a file, with the positions of its values in the file.
struct SourceCrd {
  std::string name;             // metadata.name
  std::string file;             // path of the file, as messages print it
  std::string plain_file = {};  // `file` without its prefix "REVISION:"; empty for a file that is not in git
  std::string relative_path;    // path of the file below the folder that the user named; for a named file, its name
  document::Document document;  // the document of this CRD alone

  // Returns the position of the value at a path, such as "spec.names.kind". If the value does not exist, returns the
  // position of the nearest enclosing value that exists. `tree` is the tree of the document's JSON.
  document::Position At(const document::Tree& tree, std::string_view path) const;
};

// Returns the CRD in a document. `relative_path` and `plain_file` are empty.
SourceCrd SourceCrdOf(const FileDocument& document);

// Returns whether the CRDs have the same effect on objects: whether their apiVersion and spec are equal.
bool EqualForObjects(const SourceCrd& a, const SourceCrd& b);

using SourceCrds = std::vector<SourceCrd>;  // in the order of the files

// The source of the old or of the new CRDs. A source that does not exist or has no CRD is an error, because nothing
// would be compared, and a check would pass by mistake. For a git revision, the message names its folders that have
// CRDs.
struct CrdSource {
  // A file or folder, "-" for standard input, or REVISION:PATH for a file or folder in a git revision. With the prefix
  // "git:", the rest is a REVISION:PATH even if a file has the name REVISION:PATH.
  std::string source;
  // paths of the new CRDs, which are read in the revision if `source` is only a REVISION
  std::vector<std::string> paths = {};
  bool may_be_missing = false;  // true: a path that does not exist has no CRDs; false: such a path is an error
  // True: a source without CRDs is allowed; false: it is an error.
  bool may_be_empty = false;
  FileFilter filter = {};  // selects files in folders
};

// Reads the CRDs of a source. Prints each error on standard error. Errors: a file or a document could not be read; the
// source has no CRD, although `may_be_empty` is false.
base::Result<SourceCrds> ReadCrds(const CrdSource& source);

// Reads all CRDs of files and folders, possibly none. Prints each error on standard error. Returns an error if a file
// or a document could not be read.
base::Result<SourceCrds> ReadCrdFiles(const std::vector<std::string>& paths, const FileFilter& filter = {});

// An old CRD (`before`), and the new CRD that is its update (`after`). `before` is null if the new CRD was added;
// `after` is null if the old CRD was removed.
struct CrdPair {
  const SourceCrd* before = nullptr;
  const SourceCrd* after = nullptr;

  const std::string& name() const { return after == nullptr ? before->name : after->name; }
};

struct CrdPairs {
  std::vector<CrdPair> pairs = {};          // sorted by name; pairs of one name in the order of the files
  std::vector<std::string> ambiguous = {};  // a sentence for each name whose CRDs cannot be paired
};

// First pairs CRDs with the same name and `relative_path`, then the remaining CRDs by name only. Returns several pairs
// of equal CRDs (EqualForObjects) as one pair. If, for one name, all pairs have equal old CRDs, each remaining new CRD
// of this name is paired with this old CRD, too. If old and new CRDs of one name remain, and more than one on a side,
// they are ambiguous. The pairs point into `before` and `after`, which must outlive them.
CrdPairs PairCrds(const SourceCrds& before, const SourceCrds& after);

}  // namespace structural::cli
