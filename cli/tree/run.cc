#include "cli/tree/run.h"

#include <iostream>

#include "cli/shared/crd_files.h"
#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"
#include "cli/shared/terminal.h"
#include "cli/tree/html.h"
#include "schema/crd/crd.h"

namespace structural::cli {
namespace {

class TreeRun {
 public:
  explicit TreeRun(const TreeOptions& options)
      : options_(options), html_(options.output == "html"), text_(options.text) {
    text_.colours = WantsColours(1);
  }

  void Begin() const {
    if (html_) std::cout << tree::HtmlBegin();
  }
  int Visit(const FileDocument& document, base::Arena& arena);
  int End(int exit_code) const;

 private:
  const TreeOptions& options_;
  const bool html_;
  tree::TextOptions text_;
  bool any_crd_ = false, any_shown_ = false;
};

int TreeRun::Visit(const FileDocument& document, base::Arena& arena) {
  if (!document.IsCrd()) return kExitOk;
  any_crd_ = true;
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error().message());
    return kExitUsage;
  }
  const tree::CrdTree trees = tree::TreesOf(*crd, options_.version, arena);
  if (trees.versions.empty()) return kExitOk;
  const std::string shown = html_ ? tree::HtmlOf(trees) : tree::Text(trees, text_);
  if (shown.empty()) return kExitOk;
  std::cout << (any_shown_ && !html_ ? "\n" : "") << shown;
  any_shown_ = true;
  return kExitOk;
}

int TreeRun::End(int exit_code) const {
  if (html_) std::cout << tree::HtmlEnd();
  if (!any_shown_ && exit_code == kExitOk) {
    const std::string what = !any_crd_ ? "no CRD found in the files"
                             : options_.text.field.empty()
                                 ? "no CRD has the version " + options_.version
                                 : "no CRD has the field " + options_.text.field;
    PrintError("structural tree: " + what);
    return kExitUsage;
  }
  return DocumentPrinter(false).Finish(exit_code);
}

}  // namespace

int RunTree(const TreeOptions& options) {
  TreeRun run(options);
  run.Begin();
  return run.End(
      VisitDocuments(options.paths, [&](const FileDocument& document, base::Arena& arena) {
        return run.Visit(document, arena);
      }));
}

}  // namespace structural::cli
