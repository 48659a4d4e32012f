// The old and new CRDs of an update, for `structural diff` and `lint --against`: reads them, and pairs them.
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

// A CRD, and its positions in a file.
struct SourceCrd {
  std::string name;             // metadata.name
  std::string file;             // path of the file, as messages print it
  std::string plain = {};       // `file` without the git revision
  std::string relative_path;    // path of the file below the folder that the user named; for a named file, its name
  document::Document document;  // the document of this CRD alone

  // Returns the position of a path. If the path does not exist, returns the position of the last part of it that
  // exists. `tree` is the document's JSON.
  document::Position At(const document::Tree& tree, std::string_view path) const;
};

// Returns the CRD of a document. The member `relative_path` is empty.
SourceCrd SourceCrdOf(const FileDocument& document);

// Returns whether the values of the CRDs are equal for objects: whether their apiVersion and spec are equal.
bool EqualForObjects(const SourceCrd& a, const SourceCrd& b);

using SourceCrds = std::vector<SourceCrd>;  // in the order of files

// The source of the old or of the new CRDs. A source that does not exist, or has no CRD, is an error; otherwise a check
// of an update would pass because nothing is compared. The message names folders of the revision that have CRDs.
struct CrdSource {
  // A file or folder, "-" for standard input, or REVISION:PATH for a file or folder in a git
  // revision. The prefix "git:" selects the revision even if a file has that name.
  std::string source;
  std::vector<std::string> paths = {};  // paths of the new CRDs, if `source` is only a revision
  bool may_be_missing = false;          // true: a path that does not exist counts as empty; false: it is an error
  bool may_be_empty = false;
  FileFilter filter = {};  // selects files in folders
};

// Reads the CRDs of a source. Prints each error on standard error. Errors: a part could not be read; the source has no
// CRD.
base::Result<SourceCrds> ReadCrds(const CrdSource& source);

// Reads all CRDs of files and folders, possibly none. Prints each error on standard error. Returns an error if a part
// could not be read.
base::Result<SourceCrds> ReadCrdFiles(const std::vector<std::string>& paths, const FileFilter& filter = {});

// An old CRD, and the new CRD that updates it. `before` is null for an added CRD, `after` for a removed CRD.
struct CrdPair {
  const SourceCrd* before = nullptr;
  const SourceCrd* after = nullptr;

  const std::string& name() const { return after == nullptr ? before->name : after->name; }
};

struct CrdPairs {
  std::vector<CrdPair> pairs = {};          // pairs in the order of names, then of files
  std::vector<std::string> ambiguous = {};  // sentences about CRDs whose pairs are ambiguous
};

// Pairs CRDs with the same path below the folders first, and the other CRDs by name. Several pairs of equal CRDs are
// returned as one pair. If several CRDs of one name remain, they are ambiguous. If all pairs of a name have the same
// old CRD, a further new CRD of that name is paired with it, too. The pairs point into `before` and `after`, which must
// outlive them.
CrdPairs PairCrds(const SourceCrds& before, const SourceCrds& after);

}  // namespace structural::cli
