// structural publish: prints the OpenAPI documents or JSON Schemas of CRDs. structural unfold: prints unfolded schemas.

#include "cli/publish/run.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kPublishFooter =
    "Examples:\n"
    "  structural publish crd.yaml\n"
    "  structural publish --openapi v2 --whole -o json crds/ > swagger.json\n"
    "  structural publish --json-schema --output-dir schemas crds/\n"
    "  structural publish --kustomize -o json crds/ > openapi.json\n"
    "  kubectl get crd machines.example.com -o yaml | structural publish --version v1 -\n\n"
    "Only served versions are published. --openapi v3 prints a document per group and version,\n"
    "as the server does at /openapi/v3/apis/GROUP/VERSION. --openapi v2 prints one document,\n"
    "without the keywords that v2 lacks. Kubernetes publishes no fields of a schema that is not\n"
    "structural. With --profile kep such a CRD is not published, and the command prints the\n"
    "reason.\n\n"
    "--json-schema prints a JSON Schema of each version, for editors and validators. It refuses\n"
    "unknown fields where a server drops them; --open allows them. With --output-dir the command\n"
    "writes GROUP/KIND_VERSION.json. It lists on standard error what JSON Schema cannot express.\n"
    "--kustomize prints definitions with the merge keys of lists, for the field openapi of a\n"
    "kustomization.\n\n"
    "Exit codes:\n"
    "  0  everything is published\n"
    "  1  a version is not published\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

constexpr const char* kUnfoldFooter =
    "Examples:\n"
    "  structural unfold crd.yaml\n"
    "  structural unfold --profile kep --version v1 -o json crd.yaml\n\n"
    "A file contains CRDs or single schemas. Kubernetes writes out x-kubernetes-int-or-string.\n"
    "With --profile kep the command also writes out x-kubernetes-embedded-resource and\n"
    "x-kubernetes-unions.\n\n"
    "Exit codes:\n"
    "  0  everything is unfolded\n"
    "  1  a schema cannot be unfolded\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

using Run = int (*)(const PublishOptions&);

Command* Add(Command& app, const char* name, const char* help, const Run run,
             const std::shared_ptr<PublishOptions>& options, int* exit_code) {
  auto* command = app.AddSubcommand(name, help);
  AddCrdFlags(*command, options->paths, options->filter, options->version);
  command->AddOption("--profile", options->profile, "Behaviour of Kubernetes, or of the KEP on structural schemas")
      ->OneOf({"kubernetes", "kep"})
      ->ShowDefault();
  command->AddOption("-o,--output", options->output, "Output format")->OneOf({"yaml", "json"})->ShowDefault();
  command->OnRun([=] { *exit_code = RunGuarded(command->name(), [&] { return run(*options); }); });
  return command;
}

int RunPublishAs(const PublishOptions& options) {
  if (options.json_schema) return RunJsonSchema(options);
  return options.kustomize ? RunKustomize(options) : RunPublish(options);
}

void AddEditorFlags(Command& command, PublishOptions& options) {
  auto* json_schema = command.AddFlag("--json-schema", options.json_schema, "Print a JSON Schema for each version");
  command.AddOption("--draft", options.draft, "Draft of JSON Schema")
      ->OneOf({"draft-07", "2020-12"})
      ->ShowDefault()
      ->Needs(json_schema);
  command.AddFlag("--open", options.allow_unknown_fields, "Allow unknown fields in JSON Schemas")->Needs(json_schema);
  command
      .AddOption("--output-dir", options.output_folder, "Write the JSON Schemas to this folder (default: print them)")
      ->TypeName("FOLDER")
      ->Needs(json_schema);
  auto* kustomize = command.AddFlag("--kustomize", options.kustomize, "Print OpenAPI definitions for kustomize");
  for (const char* other : {"--openapi", "--whole", "--profile"}) {
    json_schema->Excludes(command.Find(other));
    kustomize->Excludes(command.Find(other));
  }
  kustomize->Excludes(json_schema);
}

}  // namespace

void AddPublish(Command& app, int* exit_code) {
  auto options = std::make_shared<PublishOptions>();
  auto* command =
      Add(app, "publish", "Print the OpenAPI documents or JSON Schemas of CRDs", RunPublishAs, options, exit_code);
  command->AddOption("--openapi", options->format, "Version of OpenAPI")->OneOf({"v2", "v3"})->ShowDefault();
  command->AddFlag("--whole", options->whole_documents,
                   "Print whole documents, with paths and the definitions of Kubernetes' own types");
  AddEditorFlags(*command, *options);
  command->SetHelpTexts(kPublishFooter);
}

void AddUnfold(Command& app, int* exit_code) {
  auto options = std::make_shared<PublishOptions>();
  Add(app, "unfold", "Write out the extensions in schemas as plain keywords", RunUnfold, options, exit_code)
      ->SetHelpTexts(kUnfoldFooter);
}

}  // namespace structural::cli
