// structural owners: the managers that own the fields of an object.
#include "schema/admission/owners.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/objects/diagnostic_report.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "document/reader.h"
#include "document/tree.h"
#include "document/write_yaml.h"
#include "schema/admission/resource.h"
#include "schema/base/text.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

using admission::FieldOwner;
using document::Tree;
using json::Value;

constexpr std::size_t kMaxMargin = 40;  // columns of the owners of a line

struct OwnersOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  bool allow_empty = false;
};

// The YAML of an object, with the owners of each line.
class OwnedLines {
 public:
  // `json` has no managedFields. YAML that this program writes can be read.
  explicit OwnedLines(const std::string& json) {
    document::AppendYaml(json, text_);
    document_ = std::get<document::Document>(document::ReadYaml(text_));
    tree_ = std::make_unique<Tree>(document_.json);
  }

  void Add(const std::string& owner, const kubernetes::PathSteps& field) {
    const auto place = Locate(*tree_, Tree::kRoot, field);
    if (!place.found) return;
    std::vector<std::string>& owners = owners_[document_.At(tree_->Offset(place.node)).line];
    if (std::ranges::find(owners, owner) == owners.end()) owners.push_back(owner);
  }

  std::string Text() const {
    std::map<std::uint32_t, std::string> margins;
    std::size_t width = 0;
    for (const auto& [line, owners] : owners_) {
      std::string& margin = margins[line] = base::Join(owners, ", ");
      if (margin.size() > kMaxMargin) margin = std::to_string(owners.size()) + " owners";
      width = std::max(width, WidthOf(margin, margin.size()));
    }
    std::string text;
    std::uint32_t number = 0;
    for (std::string_view rest = text_; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n') + 1);
      rest.remove_prefix(line.size());
      const auto found = margins.find(++number);
      const std::string margin = found == margins.end() ? "" : found->second;
      text.append(margin).append(width - WidthOf(margin, margin.size()), ' ').append("  ").append(line);
    }
    return text;
  }

 private:
  std::string text_;
  document::Document document_;
  std::unique_ptr<Tree> tree_;
  std::map<std::uint32_t, std::vector<std::string>> owners_;  // by line
};

int PrintOwners(const FileDocument& document, base::Arena& arena) {
  Value object = json::DeepCopy(document.value, arena);
  if (!object.is_object() || (object.Find("metadata") != nullptr && !object.Find("metadata")->is_object())) {
    ReportError(document, "not an object with metadata");
    return kExitFailure;
  }
  if (admission::MetadataField(object, admission::kManagedFields).is_null()) {
    ReportError(document, "no metadata.managedFields; read the object by kubectl get -o yaml --show-managed-fields");
    return kExitFailure;
  }
  admission::SetMetadata(object, admission::kManagedFields, Value(), arena);
  OwnedLines lines(JsonInOrder(object, Tree(document.json)));
  std::string legend;
  const base::Status read =
      admission::VisitOwners(document.value, [&](const FieldOwner& owner, const kubernetes::PathSteps& field) {
        if (!field.empty()) return lines.Add(Printable(NameOf(owner)), field);
        std::string about = Printable(owner.api_version);
        if (!owner.time.empty()) base::AppendItem(about, ", ", Printable(owner.time));
        legend += "# " + Printable(NameOf(owner)) + (about.empty() ? "" : ": ") + about + "\n";
      });
  if (!read.ok()) {
    ReportError(document, read.error().message());
    return kExitFailure;
  }
  std::cout << "---\n" << legend << lines.Text();
  return kExitOk;
}

int RunOwners(const OwnersOptions& options) {
  bool any = false;
  const auto print = [&any](const FileDocument& document, base::Arena& arena) {
    any = true;
    return PrintOwners(document, arena);
  };
  const int exit_code = VisitDocuments(options.paths, print, options.filter, LookedFor::kObjects);
  if (!std::cout.flush()) {
    PrintError("structural: cannot write the output");
    return kExitInternal;
  }
  const bool nothing = !any && exit_code == kExitOk && !options.allow_empty;
  return nothing ? ReportNothingFound("owners", "object") : exit_code;
}

constexpr const char* kOwnersFooter =
    "The object is printed as YAML. The margin of each line names the managers that own the field:\n"
    "those that have applied it, and (Update) those that have changed it otherwise. No schema is needed.\n\n"
    "Exit codes:\n"
    "  0  the owners are printed\n"
    "  1  an object has no managedFields, or they cannot be read\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural owners live.yaml\n"
    "  kubectl get machine one -o yaml --show-managed-fields | structural owners -\n";

}  // namespace

void AddOwners(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("owners", "Show which manager owns each field of an object");
  auto options = std::make_shared<OwnersOptions>();
  AddPaths(*command, options->paths, "Files and folders with objects, YAML or JSON; - is standard input")->Required();
  AddFilterFlags(*command, options->filter);
  AddAllowEmpty(*command, options->allow_empty);
  command->Footer(kOwnersFooter);
  command->OnRun([=] { *exit_code = Guarded("owners", [&] { return RunOwners(*options); }); });
}

}  // namespace structural::cli
