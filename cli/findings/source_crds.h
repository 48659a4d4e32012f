// The CRDs of the two sides of an update, for `structural diff` and `lint --against`: how each side is read, and which
// CRD is the update of which.
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
  std::string file;             // as messages name it
  std::string plain = {};       // the same without a git revision
  std::string below;            // the file's path below the folder that was named; of a file its name
  document::Document document;  // of this CRD alone

  // Of what a path names, or of the last part of it that is there. `tree` is the document's JSON.
  document::Position At(const document::Tree& tree, std::string_view path) const;
};

// The CRD that a document is, without `below`.
SourceCrd KeptCrd(const FileDocument& document);

// As the same of their values.
bool MeanTheSame(const SourceCrd& a, const SourceCrd& b);

using SourceCrds = std::vector<SourceCrd>;  // in the order of files

// The side that is not there, or has no CRD, is an error, with the folders of the revision that have some: a gate on
// an update must not pass because it has nothing to compare.
struct CrdSource {
  // A file or folder, "-" for standard input, or REVISION:PATH for a file or folder as it is in a git revision; with
  // "git:" before it, it is one where there is a file of that name, too.
  std::string source;
  std::vector<std::string> paths = {};  // of the new side; `source` may then be a revision of them, without a path
  bool may_be_missing = false;          // a path that is not there, or not in its revision, is empty
  bool may_be_empty = false;
  FileFilter filter = {};               // of folders
};

// What cannot be read is told on standard error. Errors: something could not be read; the side has no CRD.
base::Result<SourceCrds> ReadCrds(const CrdSource& source);

// All CRDs of files and folders. It may have none. What cannot be read is told on standard error, and is an error.
base::Result<SourceCrds> ReadCrdFiles(const std::vector<std::string>& paths, const FileFilter& filter = {});

// A CRD and its update. Null: it is not on that side.
struct CrdPair {
  const SourceCrd* before = nullptr;
  const SourceCrd* after = nullptr;

  const std::string& name() const { return after == nullptr ? before->name : after->name; }
};

struct CrdPairs {
  std::vector<CrdPair> pairs = {};          // in the order of names, then of files
  std::vector<std::string> ambiguous = {};  // sentences with both places: which is the update of which is unknown
};

// CRDs with the same path below the folders are pairs first, the others by name. Equal pairs count once. What stays
// with one name in several places is ambiguous. Another new copy is paired with the old CRD of that name, unless there are
// several. The pairs borrow from both sides.
CrdPairs PairCrds(const SourceCrds& before, const SourceCrds& after);

}  // namespace structural::cli
