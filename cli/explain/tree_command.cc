// structural tree: shows a CRD's schema as a tree.

#include <iostream>
#include <string>
#include <vector>

#include "cli/report/tree/tree.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "schema/crd/crd.h"

namespace structural::cli {
namespace {

// The options of `structural tree`.
struct TreeOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string version;  // name of a version; empty: all versions
  std::string output = "text";
  tree::TextOptions text;
};

class TreeRun {
 public:
  explicit TreeRun(const TreeOptions& options)
      : options_(options), html_(options.output == "html"), text_(options.text) {
    text_.colors = WantsColors();
  }

  void Begin() const {
    if (html_) std::cout << page_.Begin();
  }
  int Visit(const FileDocument& document, base::Arena& arena);
  int End(int exit_code) const;

 private:
  const TreeOptions& options_;
  const bool html_;
  tree::TextOptions text_;
  tree::HtmlPage page_;
  bool any_crd_ = false, any_shown_ = false;
};

int TreeRun::Visit(const FileDocument& document, base::Arena& arena) {
  if (!document.IsCrd()) return kExitOk;
  any_crd_ = true;
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error());
    return kExitUsage;
  }
  const tree::CrdTree trees = tree::TreesOf(*crd, options_.version, arena);
  if (trees.versions.empty()) return kExitOk;
  const std::string shown = html_ ? page_.Crd(trees) : tree::Text(trees, text_);
  if (shown.empty()) return kExitOk;
  std::cout << (any_shown_ && !html_ ? "\n" : "") << shown;
  any_shown_ = true;
  return kExitOk;
}

int TreeRun::End(int exit_code) const {
  if (html_) std::cout << page_.End();
  if (!any_shown_ && exit_code == kExitOk) {
    const std::string what = !any_crd_                     ? "no CRD found in the files"
                             : options_.text.field.empty() ? "no CRD has the version " + options_.version
                                                           : "no CRD has the field " + options_.text.field;
    PrintError("structural tree: " + what);
    return kExitUsage;
  }
  return DocumentPrinter(false).Finish(exit_code);
}

// Prints the schemas of the CRDs in the files. Returns the exit code. 0: all schemas were printed, also those with
// violations. 2: an input cannot be read, or no CRD has the requested version or field.
int RunTree(const TreeOptions& options) {
  TreeRun run(options);
  run.Begin();
  return run.End(VisitDocuments(
      options.paths, [&](const FileDocument& document, base::Arena& arena) { return run.Visit(document, arena); },
      options.filter));
}

constexpr const char* kTreeFooter =
    "Examples:\n"
    "  structural tree crd.yaml | less\n"
    "  structural tree --version v1 --field spec.template --descriptions crd.yaml\n"
    "  structural tree --depth 2 crds/\n"
    "  structural tree -o html crds/ > schemas.html\n"
    "  kubectl get crd machines.example.com -o yaml | structural tree -\n\n"
    "The output shows fields as kubectl explain --recursive does, with the constraints of their\n"
    "values. ! marks violations, with the API server's messages. The command needs no cluster.\n\n"
    "Exit codes:\n"
    "  0  the fields are printed, also with violations\n"
    "  2  wrong arguments, an input that cannot be read, or no such CRD, version or field\n"
    "  3  the run itself failed\n";

}  // namespace

void AddTree(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("tree", "Show each field of CRDs with its constraints and violations");
  auto options = std::make_shared<TreeOptions>();
  AddCrdFlags(*command, options->paths, options->filter, options->version);
  auto* output = command->AddOption("-o,--output", options->output, "Output format; html is one self-contained page")
                     ->OneOf({"text", "html"})
                     ->ShowDefault();
  AddColorFlag(*command);
  command->AddOption("--field", options->text.field, "Only this field and the fields below it, such as spec.template")
      ->TypeName("FIELD");
  command->AddOption("--depth", options->text.depth, "Levels of fields to show (default: all)")
      ->TypeName("LEVELS")
      ->Between(1, 10'000);
  command->AddFlag("--descriptions", options->text.descriptions, "Show the description of each field");
  command->SetHelpTexts(kTreeFooter);
  command->OnRun([=] {
    if (output->value() == "html") {
      for (const char* flag : {"--field", "--depth", "--descriptions"}) {
        if (command->Given(flag)) {
          FailValidation(flag, "needs -o text, because the page shows all fields and has a search");
        }
      }
    }
    *exit_code = RunGuarded("tree", [&] { return RunTree(*options); });
  });
}

}  // namespace structural::cli
