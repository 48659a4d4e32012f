#include "cli/publish/run.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <utility>

#include "cli/shared/output.h"
#include "cli/shared/schema_line.h"
#include "cli/shared/write_file.h"
#include "schema/base/arena.h"
#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/crd/evaluate.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/objects/transform.h"
#include "schema/publish/documents.h"
#include "schema/publish/editor/json_schema.h"
#include "schema/publish/editor/kustomize.h"
#include "schema/publish/kep/unfold.h"
#include "schema/publish/schema_writer.h"

namespace structural::cli {

CrdCopies::CopyKind CrdCopies::Add(const FileDocument& crd, std::string_view group, std::string_view version,
                                   std::string_view kind) {
  const std::string place = document::PlaceText(crd.file, crd.At(0));
  std::string key(group);
  key.append("/").append(version).append("/").append(kind);
  const auto known = by_version_.find(key);
  if (known == by_version_.end()) {
    by_version_.emplace(std::move(key), crds_.try_emplace(place, crd.json).first);
    return CopyKind::kFirst;
  }
  if (place != last_comparison_.place || known->second != last_comparison_.other) {
    base::Arena arena;
    const auto before = json::Parser(arena).Parse(known->second->second);
    last_comparison_ = {place, known->second, before.ok() && EqualForObjects(*before, crd.value)};
  }
  if (last_comparison_.equal) return CopyKind::kCopy;
  ReportError(crd, "two different CRDs have kind " + base::Quote(kind) + " in version " + base::Quote(version) +
                       " of group " + base::Quote(group) + ": this one and that of " + known->second->first);
  return CopyKind::kDifferent;
}

namespace {

using publish::Definition;
using publish::DocumentParts;
using publish::OpenApi;
using publish::Resource;

// ServedVersions: visits the served versions of CRDs, each version once even if several CRDs define it. If `wanted` is
// not empty, visits only the versions with this name. `wanted` must outlive the object.
class ServedVersions {
 public:
  explicit ServedVersions(const std::string& wanted) : wanted_(wanted) {}

  // Calls `visit` for the versions of a CRD. Returns the highest exit code of `visit`; at least kExitUsage if another
  // CRD defines a version differently.
  int ForEach(const FileDocument& document, const crd::CustomResourceDefinition& crd,
              const std::function<int(const crd::Version&)>& visit) {
    int exit_code = kExitOk;
    for (const crd::Version& version : crd.versions) {
      if (!version.served || (!wanted_.empty() && wanted_ != version.name)) continue;
      any_ = true;
      const auto copy = copies_.Add(document, crd.group, version.name, crd.names.kind);
      if (copy == CrdCopies::CopyKind::kDifferent) exit_code = std::max<int>(exit_code, kExitUsage);
      if (copy == CrdCopies::CopyKind::kFirst) exit_code = std::max(exit_code, visit(version));
    }
    return exit_code;
  }

  bool any() const { return any_; }

 private:
  const std::string& wanted_;
  CrdCopies copies_;
  bool any_ = false;
};

class PublishRun {
 public:
  explicit PublishRun(const PublishOptions& options)
      : options_(options),
        format_(options.format == "v2" ? OpenApi::kV2 : OpenApi::kV3),
        documents_(format_, options.whole_documents ? DocumentParts::kAll : DocumentParts::kOwnDefinitions) {}

  int Visit(const FileDocument& document, base::Arena& arena);
  int Print(int exit_code) const;

 private:
  struct Crd {
    const FileDocument& document;
    const crd::CustomResourceDefinition& crd;
  };

  base::Status AddWithin(const Crd& of, const crd::Version& version, std::size_t before, base::Arena& arena);
  base::Status Add(const Crd& of, const crd::Version& version, base::Arena& arena);
  base::Result<Definition> KindOf(const Crd& of, const Resource& resource, base::Arena& arena);
  bool kep() const { return options_.profile == "kep"; }

  const PublishOptions& options_;
  const OpenApi format_;
  publish::Documents documents_;
  ServedVersions versions_{options_.version};
  bool any_crd_ = false;
};

std::string Named(const crd::CustomResourceDefinition& crd, const crd::Version& version) {
  return std::string(crd.metadata.name).append(" ").append(version.name).append(": ");
}

// Returns the reason why the CRD is not structural as KEP 2335 defines it; empty if it is structural. The definition in
// the KEP does not include preserveUnknownFields.
std::string WhyNotStructural(crd::CustomResourceDefinition crd) {
  base::Arena arena;
  crd.preserve_unknown_fields = false;
  const auto condition = crd::Evaluate(crd, arena).condition;
  return condition ? condition->message : "";
}

base::Result<Definition> PublishRun::KindOf(const Crd& of, const Resource& resource, base::Arena& arena) {
  if (!kep()) return publish::KindDefinition(resource, format_, arena);
  const auto schema = KepSchemaOf(of.document, of.crd, resource.version, arena);
  if (!schema.ok()) return schema.error();
  return publish::kep::KindDefinition(resource, *schema, format_, arena);
}

base::Status PublishRun::Add(const Crd& of, const crd::Version& version, base::Arena& arena) {
  const Resource resource = publish::ResourceOf(of.crd, version.name, arena);
  const base::Status named = publish::CheckNames(resource);
  if (!named.ok()) return named;
  auto kind = KindOf(of, resource, arena);
  if (!kind.ok()) return kind.error();
  if (version.schema != nullptr && resource.schema == nullptr) {
    ReportError(of.document, Named(of.crd, version) +
                                 "published without fields, because it is not structural; run "
                                 "structural lint for the reason");
  }
  documents_.Add(resource, *std::move(kind), arena);
  return base::Ok();
}

// Adds the documents of a version, unless those of the CRD would be too large for the size of the CRD. `before`: size
// in bytes of all documents before the first one of this CRD.
base::Status PublishRun::AddWithin(const Crd& of, const crd::Version& version, std::size_t before, base::Arena& arena) {
  const std::size_t input = of.document.json.size();
  const base::Status fits = base::CheckDocumentSize("what is published of the CRD", documents_.bytes() - before, input);
  if (!fits.ok()) return fits;
  const base::Arena::Mark mark = arena.Here();
  const base::Status added = Add(of, version, arena);
  arena.Rewind(mark);
  return added;
}

int PublishRun::Visit(const FileDocument& document, base::Arena& arena) {
  if (!document.IsCrd()) return kExitOk;
  any_crd_ = true;
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error());
    return kExitUsage;
  }
  const std::string reason = kep() ? WhyNotStructural(*crd) : "";
  const std::size_t before = documents_.bytes();
  return versions_.ForEach(document, *crd, [&](const crd::Version& version) -> int {
    const base::Status added =
        reason.empty() ? AddWithin({document, *crd}, version, before, arena)
                       : base::Status(base::ErrorCode::kInvalidInput, "the CRD is not structural: " + reason);
    if (added.ok()) return kExitOk;
    ReportError(document, Named(*crd, version) + "not published: " + added.error().message());
    return kExitFailure;
  });
}

int PublishRun::Print(int exit_code) const {
  if (exit_code == kExitOk && !versions_.any()) {
    std::cerr << "structural publish: "
              << (!any_crd_                  ? "no CRD found in the files"
                  : options_.version.empty() ? "no version of the CRDs is served"
                                             : "no CRD serves version " + options_.version)
              << "\n";
    return kExitUsage;
  }
  const DocumentPrinter printer(options_.output == "json");
  for (const std::string& text : documents_.Texts()) printer.Print(text);
  return printer.Finish(exit_code);
}

}  // namespace

int RunPublish(const PublishOptions& options) {
  PublishRun run(options);
  return run.Print(VisitDocuments(
      options.paths, [&](const FileDocument& document, base::Arena& arena) { return run.Visit(document, arena); },
      options.filter));
}

namespace {

// Returns whether the name is safe as a part of a file's path.
bool IsPathPart(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
  };
  return !name.empty() && name[0] != '.' && std::ranges::all_of(name, plain);
}

// VersionVisitor: reads the CRDs in the files, and calls a function for each served version that the options select.
class VersionVisitor {
 public:
  using Visit = std::function<int(const FileDocument&, const Resource&, const std::string& name)>;

  VersionVisitor(const PublishOptions& options, Visit visit) : options_(options), visit_(std::move(visit)) {}

  int Run() {
    const int exit_code = VisitDocuments(
        options_.paths,
        [&](const FileDocument& document, base::Arena& arena) {
          return document.IsCrd() ? Crd(document, arena) : kExitOk;
        },
        options_.filter);
    if (exit_code != kExitOk || versions_.any()) return exit_code;
    PrintError("structural publish: no CRD in the files serves " +
               (options_.version.empty() ? "a version" : "version " + options_.version));
    return kExitUsage;
  }

 private:
  int Crd(const FileDocument& document, base::Arena& arena) {
    const auto crd = crd::Decode(document.json, arena);
    if (!crd.ok()) {
      ReportError(document, crd.error());
      return kExitUsage;
    }
    return versions_.ForEach(document, *crd,
                             [&](const crd::Version& version) { return Version(document, *crd, version, arena); });
  }

  int Version(const FileDocument& document, const crd::CustomResourceDefinition& crd, const crd::Version& version,
              base::Arena& arena) {
    const Resource resource = publish::ResourceOf(crd, version.name, arena);
    const std::string name = std::string(crd.metadata.name) + " " + std::string(version.name);
    if (!IsPathPart(crd.group) || !IsPathPart(version.name) || !IsPathPart(crd.names.kind)) {
      ReportError(document, name + ": not published: its names cannot be those of a file");
      return kExitFailure;
    }
    if (version.schema != nullptr && resource.schema == nullptr) {
      ReportError(document, name +
                                ": published without fields, because it is not structural; run "
                                "structural lint for the reason");
    }
    return visit_(document, resource, name);
  }

  const PublishOptions& options_;
  const Visit visit_;
  ServedVersions versions_{options_.version};
};

void ReportInexpressible(const FileDocument& document, const std::string& name,
                         const std::set<std::string_view>& inexpressible) {
  const std::string list = base::Join(inexpressible, ", ");
  if (!list.empty()) ReportError(document, name + ": JSON Schema does not express: " + list);
}

}  // namespace

int RunJsonSchema(const PublishOptions& options) {
  const DocumentPrinter printer(options.output == "json");
  const publish::JsonSchemaOptions wanted{
      options.draft == "2020-12" ? publish::Draft::k2020 : publish::Draft::k07,
      options.allow_unknown_fields ? publish::UnknownFields::kAllowed : publish::UnknownFields::kRefused};
  const auto visit = [&](const FileDocument& document, const Resource& resource, const std::string& name) -> int {
    const publish::JsonSchema schema = publish::JsonSchemaOf(resource, wanted);
    const auto fits = base::CheckDocumentSize("its JSON Schema", schema.text.size(), document.json.size());
    if (!fits.ok()) {
      ReportError(document, name + ": not published: " + fits.error().message());
      return kExitFailure;
    }
    ReportInexpressible(document, name, schema.inexpressible);
    if (options.output_folder.empty()) {
      printer.Print(schema.text);
      return kExitOk;
    }
    return WriteInFolder("publish", options.output_folder, publish::CatalogPath(resource), schema.text + "\n");
  };
  return printer.Finish(VersionVisitor(options, visit).Run());
}

int RunKustomize(const PublishOptions& options) {
  publish::KustomizeDocument kinds;
  const auto visit = [&](const FileDocument&, const Resource& resource, const std::string&) -> int {
    kinds.Add(resource);
    return kExitOk;
  };
  const int exit_code = VersionVisitor(options, visit).Run();
  const DocumentPrinter printer(options.output == "json");
  if (exit_code != kExitUsage) printer.Print(kinds.Text());
  return printer.Finish(exit_code);
}

namespace {

using json::Value;

base::Result<std::string> UnfoldAsKep(const Value& schema, base::Arena& arena) {
  const base::Status usable = CheckUnionsOf(schema);
  if (!usable.ok()) return usable.error();
  std::string text;
  json::AppendJson(publish::kep::Unfold(schema, arena), text);
  return text;
}

base::Result<std::string> UnfoldAsKubernetes(const Value& schema, base::Arena& arena) {
  std::string text = "{\"schema\":";
  json::AppendJson(schema, text);
  const std::string_view line = arena.Copy(std::string_view(text += '}'));
  const auto read = ReadSchemaLine(line, arena);
  if (!read.ok()) return read.error();
  std::string unfolded;
  publish::SchemaWriter(arena, unfolded).Write(*objects::Unfold(*read->structural, arena).schema);
  return unfolded;
}

class UnfoldRun {
 public:
  explicit UnfoldRun(const PublishOptions& options) : options_(options), printer_(options.output == "json") {}

  int Visit(const FileDocument& document, base::Arena& arena);
  int Finish(int exit_code) const;

 private:
  int Crd(const FileDocument& document, base::Arena& arena);
  int Schema(const FileDocument& document, const std::string& name, const base::Result<Value>& schema,
             base::Arena& arena);
  bool kep() const { return options_.profile == "kep"; }

  const PublishOptions& options_;
  const DocumentPrinter printer_;
  bool any_ = false;
};

int UnfoldRun::Schema(const FileDocument& document, const std::string& name, const base::Result<Value>& schema,
                      base::Arena& arena) {
  any_ = true;
  const auto text = !schema.ok() ? base::Result<std::string>(schema.error())
                    : kep()      ? UnfoldAsKep(*schema, arena)
                                 : UnfoldAsKubernetes(*schema, arena);
  if (!text.ok()) {
    name.empty() ? ReportError(document, text.error()) : ReportError(document, text.error().In(name));
    return kExitFailure;
  }
  if (options_.output != "json" && !name.empty()) {
    std::cout << "# " << base::EscapeUnprintable(name) << "\n";
  }
  printer_.Print(*text);
  return kExitOk;
}

int UnfoldRun::Crd(const FileDocument& document, base::Arena& arena) {
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error());
    return kExitUsage;
  }
  int exit_code = kExitOk;
  for (const crd::Version& version : crd->versions) {
    if (version.schema == nullptr) continue;
    if (!options_.version.empty() && options_.version != version.name) continue;
    const auto schema = kep() ? KepSchemaOf(document, *crd, version.name, arena)
                              : WrittenSchema(document.value.Find("spec"), version.name);
    const std::string name = std::string(crd->metadata.name).append(" ").append(version.name);
    exit_code = std::max(exit_code, Schema(document, name, schema, arena));
  }
  return exit_code;
}

// Returns whether a document is a schema alone: an object without apiVersion and kind that is empty or has a keyword of
// schemas.
bool IsSchema(const Value& value) {
  if (!value.is_object() || value.Find("kind") != nullptr || value.Find("apiVersion") != nullptr) return false;
  return value.members().empty() || std::ranges::any_of(value.members(), [](const json::Member& member) {
           return member.key.starts_with("x-kubernetes-") || kubernetes::kJSONSchemaProps.Find(member.key) != nullptr;
         });
}

int UnfoldRun::Visit(const FileDocument& document, base::Arena& arena) {
  if (document.IsCrd()) return Crd(document, arena);
  return IsSchema(document.value) ? Schema(document, "", document.value, arena) : kExitOk;
}

int UnfoldRun::Finish(int exit_code) const {
  if (exit_code == kExitOk && !any_) {
    std::cerr << "structural unfold: no schema found in the files"
              << (options_.version.empty() ? "" : " for version " + options_.version) << "\n";
    return kExitUsage;
  }
  return printer_.Finish(exit_code);
}

}  // namespace

int RunUnfold(const PublishOptions& options) {
  UnfoldRun run(options);
  return run.Finish(VisitDocuments(
      options.paths, [&](const FileDocument& document, base::Arena& arena) { return run.Visit(document, arena); },
      options.filter));
}

}  // namespace structural::cli
