// WatchOutput: where a watch shows what it sees.
//
// Used by one thread at a time: who calls sees to that.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scan/reporter.h"

namespace structural::scan {

enum class ChangeKind { kAdded, kChanged, kGone };

class WatchOutput {
 public:
  virtual ~WatchOutput() = default;

  // A cluster's state was read for the first time: these are its rows, sorted by name.
  virtual void OnState(const std::vector<Row>& rows) = 0;

  // What the row shows has changed. kGone: it is shown no more; its state is kDeleted, or one that
  // the filter leaves out.
  virtual void OnChange(ChangeKind kind, const Row& row) = 0;

  // A failure that is tried again; empty: it is over.
  virtual void OnTrouble(const std::string& context, const std::string& what) = 0;
};

using Print = std::function<void(std::string_view text)>;

// A table of the state, then a line for each change. Errors go to `print_error`.
std::unique_ptr<WatchOutput> NewWatchLines(const TableOptions& options, Print print,
                                           Print print_error);

// A JSON object a line: {"type": "ADDED", "crd": {…}}; MODIFIED, DELETED.
std::unique_ptr<WatchOutput> NewWatchJson(Print print, Print print_error);

}  // namespace structural::scan
