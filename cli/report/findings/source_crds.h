// The CRDs of the two sides of an update, for `structural diff` and `lint --against`: reading each
// side, and pairing them.
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

// A CRD with its places in a file.
struct SourceCrd {
  std::string name;             // metadata.name
  std::string file;             // path of the file, as messages print it
  std::string plain = {};       // `file` without the git revision
  std::string below;            // path of the file below the named folder; name of a named file
  document::Document document;  // the document of this CRD alone

  // Returns the position of a path, or of its last part that exists. `tree` is the document's JSON.
  document::Position At(const document::Tree& tree, std::string_view path) const;
};

// Returns the CRD of a document. The member `below` is empty.
SourceCrd KeptCrd(const FileDocument& document);

// Returns whether two CRDs are equal for objects: EqualForObjects of their values.
bool EqualForObjects(const SourceCrd& a, const SourceCrd& b);

using SourceCrds = std::vector<SourceCrd>;  // in the order of files

// The source of one side. A side that does not exist, or has no CRD, is an error; the message names
// folders of the revision that have CRDs. Otherwise a check of an update would pass because nothing
// is compared.
struct CrdSource {
  // A file or folder, "-" for standard input, or REVISION:PATH for a file or folder in a git
  // revision. The prefix "git:" selects the revision even if a file has that name.
  std::string source;
  std::vector<std::string> paths = {};  // paths of the new side, if `source` is only a revision
  bool may_be_missing = false;          // a path that does not exist counts as empty
  bool may_be_empty = false;
  FileFilter filter = {};  // selects files in folders
};

// Reads the CRDs of a side. Prints each error on standard error. Errors: a part could not be read;
// the side has no CRD.
base::Result<SourceCrds> ReadCrds(const CrdSource& source);

// Reads all CRDs of files and folders, possibly none. Prints each error on standard error, and
// returns an error then.
base::Result<SourceCrds> ReadCrdFiles(const std::vector<std::string>& paths, const FileFilter& filter = {});

// A CRD and its update. Null: the CRD is not on that side.
struct CrdPair {
  const SourceCrd* before = nullptr;
  const SourceCrd* after = nullptr;

  const std::string& name() const { return after == nullptr ? before->name : after->name; }
};

struct CrdPairs {
  std::vector<CrdPair> pairs = {};          // pairs in the order of names, then of files
  std::vector<std::string> ambiguous = {};  // sentences about CRDs with ambiguous pairs
};

// Pairs CRDs with the same path below the folders first, and the other CRDs by name. Several pairs
// of equal CRDs are returned as one. If several CRDs of one name remain, they are ambiguous. If the
// paired CRDs of a name all have the same old CRD, a further new CRD of that name is paired with
// it, too. The pairs borrow from both sides.
CrdPairs PairCrds(const SourceCrds& before, const SourceCrds& after);

}  // namespace structural::cli
