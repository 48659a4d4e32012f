// structural owners: prints the managers that own the fields of an object.
#include "schema/admission/owners.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/objects/diagnostic_report.h"
#include "cli/objects/validate/stored_objects.h"
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
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using admission::FieldOwner;
using document::Tree;
using json::Value;

constexpr std::size_t kMaxMargin = 40;  // maximum width of the left margin with the owners, in columns

struct OwnersOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string output = "text";  // or "json"
  bool allow_empty = false;
};

// OwnedLines: the YAML of an object, with the owners of the field on each line.
class OwnedLines {
 public:
  // Writes the object `json` as YAML. Precondition: `json` has no managedFields. The YAML is read again, which cannot
  // fail, because this program has written it.
  explicit OwnedLines(const std::string& json) {
    document::AppendYaml(json, text_);
    document_ = std::get<document::Document>(document::ReadYaml(text_));
    tree_ = std::make_unique<Tree>(document_.json);
  }

  // Sets the owner of the fields that are added next.
  void AddOwner(const std::string& name) { owner_ = &*names_.insert(name).first; }

  // Adds a field of the owner that was set last.
  void AddField(const kubernetes::PathSteps& field) {
    const auto place = Locate(*tree_, Tree::kRoot, field);
    if (!place.found) return;
    std::vector<const std::string*>& owners = owners_[document_.At(tree_->Offset(place.node)).line];
    if (std::ranges::find(owners, owner_) == owners.end()) owners.push_back(owner_);
  }

  std::string Text() const {
    std::map<std::uint32_t, std::string> margins;
    std::size_t width = 0;
    for (const auto& [line, owners] : owners_) {
      std::string& margin = margins[line] = Margin(owners);
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
  static std::string Margin(const std::vector<const std::string*>& owners) {
    std::string margin;
    for (const std::string* owner : owners) {
      base::AppendItem(margin, ", ", std::string_view(*owner).substr(0, kMaxMargin + 1));
      if (margin.size() > kMaxMargin)
        return std::to_string(owners.size()) + (owners.size() == 1 ? " owner" : " owners");
    }
    return margin;
  }

  std::string text_;
  document::Document document_;
  std::unique_ptr<Tree> tree_;
  // names of owners; stored once, because they can be long
  std::set<std::string> names_;
  const std::string* owner_ = nullptr;                               // owner of the fields that are added
  std::map<std::uint32_t, std::vector<const std::string*>> owners_;  // owners by line; pointers to elements of names_
};

// Returns the object's YAML with the owners of each field in a left margin, below a list of all owners. Returns an
// error if managedFields cannot be read.
base::Result<std::string> MarginText(const FileDocument& document, base::Arena& arena) {
  Value object = json::DeepCopy(document.value, arena);
  admission::SetMetadata(object, admission::kManagedFields, Value(), arena);
  OwnedLines lines(JsonInOriginalOrder(object, Tree(document.json)));
  std::string legend;
  const base::Status read =
      admission::VisitOwners(document.value, [&](const FieldOwner& owner, const kubernetes::PathSteps& field) {
        if (!field.empty()) return lines.AddField(field);
        const std::string name = Printable(NameOf(owner));
        lines.AddOwner(name);
        std::string details = Printable(owner.api_version);
        if (!owner.time.empty()) base::AppendItem(details, ", ", Printable(owner.time));
        legend += "# " + name + (details.empty() ? "" : ": ") + details + "\n";
      });
  if (!read.ok()) return read.error();
  return "---\n" + legend + lines.Text();
}

base::Result<std::string> OwnersJson(const FileDocument& document) {
  const ObjectIdentity of = IdentityOf(document.value);
  json::Writer to;
  to.BeginObject().Add("file", document.file).Add("line", document.at.line).Add("kind", of.kind);
  to.Add("namespace", admission::MetadataText(document.value, "namespace")).Add("name", of.name);
  to.Key("owners").BeginList();
  bool any = false;
  const base::Status read =
      admission::VisitOwnedFields(document.value, [&](const FieldOwner& owner, const std::string& field) {
        if (!field.empty()) return void(to.Add(field));
        if (std::exchange(any, true)) to.EndList().EndObject();
        to.BeginObject().Add("name", NameOf(owner)).Add("manager", owner.manager).Add("operation", owner.operation);
        to.Add("subresource", owner.subresource).Add("apiVersion", owner.api_version).Add("time", owner.time);
        to.Key("fields").BeginList();
      });
  if (!read.ok()) return read.error();
  if (any) to.EndList().EndObject();
  return to.EndList().EndObject().Take();
}

// Returns whether the value is an object without managedFields. Returns false for a value that is not an object, or
// whose metadata is not an object.
bool IsWithoutOwners(const Value& object) {
  const Value* metadata = object.Find("metadata");
  if (!object.is_object() || (metadata != nullptr && !metadata->is_object())) return false;
  return admission::MetadataField(object, admission::kManagedFields).is_null();
}

base::Result<std::string> OwnersText(const FileDocument& document, bool as_json, base::Arena& arena) {
  const Value* metadata = document.value.Find("metadata");
  if (!document.value.is_object() || (metadata != nullptr && !metadata->is_object()))
    return {base::ErrorCode::kInvalidInput, "not an object with metadata"};
  return as_json ? OwnersJson(document) : MarginText(document, arena);
}

// ObjectsWithoutOwners: counts the objects without managedFields, and reports them in one message. One message is
// enough, because all objects in a folder of manifests lack managedFields.
class ObjectsWithoutOwners {
 public:
  void Add(const FileDocument& document) {
    if (count_++ == 0) first_ = document.file + ":" + std::to_string(document.at.line);
  }
  void Print() const {
    constexpr const char* kHow = "kubectl get -o yaml --show-managed-fields";
    if (count_ == 1) PrintError(first_ + ": no metadata.managedFields; read the object by " + kHow);
    if (count_ > 1)
      PrintError(std::to_string(count_) + " objects have no metadata.managedFields, the first at " + first_ +
                 "; read them by " + kHow);
  }

 private:
  std::size_t count_ = 0;
  std::string first_;
};

int RunOwners(const OwnersOptions& options) {
  bool any = false;
  const bool as_json = options.output == "json";
  const char* separator = "\n";
  ObjectsWithoutOwners without_owners;
  const auto print = [&](const FileDocument& document, base::Arena& arena) {
    any = true;
    if (IsWithoutOwners(document.value)) {
      without_owners.Add(document);
      return kExitFailure;
    }
    const auto text = OwnersText(document, as_json, arena);
    if (!text.ok()) {
      ReportError(document, text.error().message());
      return kExitFailure;
    }
    if (as_json) std::cout << std::exchange(separator, ",\n");
    std::cout << *text;
    return kExitOk;
  };
  if (as_json) std::cout << "{\"objects\": [";
  const int exit_code = VisitDocuments(options.paths, print, options.filter, SearchedKind::kObjects);
  if (as_json) std::cout << "\n]}\n";
  without_owners.Print();
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
    "  kubectl get machine one -o yaml --show-managed-fields | structural owners -\n"
    "  structural owners -o json live.yaml | jq '.objects[].owners[] | select(.fields[] == \".spec.image\") | .name'\n";

}  // namespace

void AddOwners(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("owners", "Show which manager owns each field of an object");
  auto options = std::make_shared<OwnersOptions>();
  AddPathArguments(*command, options->paths, "Files and folders with objects, YAML or JSON; - is standard input")
      ->Required();
  AddFilterFlags(*command, options->filter);
  command->AddOption("-o,--output", options->output, "Output format")->OneOf({"text", "json"})->ShowDefault();
  AddAllowEmptyFlag(*command, options->allow_empty);
  command->SetHelpTexts(kOwnersFooter);
  command->OnRun([=] { *exit_code = RunGuarded("owners", [&] { return RunOwners(*options); }); });
}

}  // namespace structural::cli
