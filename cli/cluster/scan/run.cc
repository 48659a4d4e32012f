#include "cli/cluster/scan/run.h"

#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/cluster/scan/checked_crd.h"
#include "cli/cluster/scan/reporter.h"
#include "cli/report/fix/file_plan.h"
#include "cli/shared/api_server.h"
#include "cli/shared/head.h"
#include "cli/shared/logging.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "kube/config/resolve.h"
#include "kube/transport/process.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

// Returns the JSON of the CRD with its apiVersion and kind, which a server omits from the items of a list.
std::string WithHead(const scan::CheckedCrd& checked) {
  const std::string_view text = checked.text;
  if (ReadHead(text).IsCrd()) return std::string(text);
  return "{\"apiVersion\":\"" + std::string(crd::Name(checked.crd->api_version)) +
         "\",\"kind\":\"CustomResourceDefinition\"," + std::string(text.substr(text.find('{') + 1));
}

// Returns the operations of a JSON Patch that applies the plan. The first operations test that the CRD is still the one
// that was read, so the patch fails after another change.
std::vector<std::string> PatchOf(const scan::CheckedCrd& checked, const fix::Plan& plan) {
  std::vector<std::string> patch;
  const auto add_test = [&](const char* path, std::string_view value) {
    if (value.empty()) return;
    json::Writer to(patch.emplace_back());
    to.BeginObject().Add("op", "test").Add("path", path).Add("value", value).EndObject();
  };
  add_test("/metadata/uid", checked.crd->metadata.uid);
  add_test("/metadata/resourceVersion", checked.crd->metadata.resource_version);
  for (const fix::Edit& edit : plan.edits) {
    json::Writer to(patch.emplace_back());
    AppendOperation(edit, "", to);
  }
  return patch;
}

// Replaces control characters, such as line breaks, by spaces. A line break would end a comment of the shell script.
std::string OnOneLine(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return text;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

class Patches : public scan::Reporter {
 public:
  explicit Patches(fix::ChangeImpact max) : max_(max) {}

  std::string Add(const scan::CheckedCrd& checked) final {
    const bool broken =
        checked.row.state == scan::State::kNonStructural || checked.row.state == scan::State::kStructuralError;
    if (!broken || !checked.crd) return {};
    const auto plan = fix::MakePlan(WithHead(checked), max_, {.keep_status = true});
    if (!plan.ok()) return NoPlanText(checked.row, plan.error().message());
    return PlanText(checked, *plan);
  }

 private:
  virtual std::string PlanText(const scan::CheckedCrd& checked, const fix::Plan& plan) = 0;
  virtual std::string NoPlanText(const scan::Row& row, const std::string& why) = 0;

  const fix::ChangeImpact max_;
};

// Writes a shell script. For each CRD with fixes, the script has comments with the changes and their impact, and a call
// of `kubectl patch` that only tests the patch (--dry-run=server).
class Script : public Patches {
 public:
  Script(fix::ChangeImpact max, bool contexts) : Patches(max), contexts_(contexts) {}

  std::string Begin() override {
    return "#!/bin/sh\n"
           "# This script changes nothing: --dry-run=server only tries each patch. Read the effect of each\n"
           "# change, then remove --dry-run=server from the patches that you accept.\n"
           "set -e\n";
  }

  std::string End(const scan::Totals&, const std::vector<scan::ClusterOutcome>&) override { return {}; }

 private:
  std::string PlanText(const scan::CheckedCrd& checked, const fix::Plan& plan) override {
    std::string text = "\n# " + OnOneLine(checked.row.name) + (plan.left == 0 ? "\n" : ": still not structural\n");
    for (const fix::Item& item : plan.items) {
      const std::string more = item.done ? "" : " (not done)";
      text += OnOneLine("#   " + std::string(NameOf(item.impact)) + " " + item.rule + more + " " + item.path + ": " +
                        item.reason) +
              "\n";
    }
    return plan.edits.empty() ? text : text + Call(checked, plan);
  }

  std::string NoPlanText(const scan::Row& row, const std::string& why) override {
    return "\n# " + OnOneLine(row.name + ": " + why) + "\n";
  }

  // Returns a call of kubectl with the patch as a here-document. The here-document ends at the line PATCH, which JSON
  // cannot contain.
  std::string Call(const scan::CheckedCrd& checked, const fix::Plan& plan) const {
    std::string text = "kubectl patch customresourcedefinition " + Quoted(checked.row.name);
    if (contexts_) text += " --context " + Quoted(OnOneLine(checked.row.context));
    text += " --type=json --dry-run=server --patch-file=/dev/stdin <<'PATCH'\n";
    const char* separator = "[";
    for (const std::string& operation : PatchOf(checked, plan)) {
      text += std::exchange(separator, ",\n ") + operation;
    }
    return text + "]\nPATCH\n";
  }

  const bool contexts_;
};

// Writes the changes and patches as a JSON list: [{"context", "crd", "patch", "items", "left"}].
class List : public Patches {
 public:
  using Patches::Patches;

  std::string Begin() override { return "["; }

  std::string End(const scan::Totals&, const std::vector<scan::ClusterOutcome>&) override { return "]\n"; }

 private:
  std::string PlanText(const scan::CheckedCrd& checked, const fix::Plan& plan) override {
    std::string text = Open(checked.row);
    json::Writer to(text);
    to.Key("items").BeginList();
    for (const fix::Item& item : plan.items) AppendItem(item, "", nullptr, to);
    to.EndList().Add("left", plan.left).Key("patch").BeginList();
    if (!plan.edits.empty()) {
      for (const std::string& operation : PatchOf(checked, plan)) to.Raw(operation);
    }
    to.EndList().EndObject();
    return text;
  }

  std::string NoPlanText(const scan::Row& row, const std::string& why) override {
    std::string text = Open(row);
    json::Writer(text).Add("error", why).EndObject();
    return text;
  }

  std::string Open(const scan::Row& row) {
    std::string text = std::exchange(separator_, ",\n");
    json::Writer(text).BeginObject().Add("context", row.context).Add("crd", row.name);
    return text;
  }

  std::string separator_;
};

using base::Result;
using scan::ClusterOutcome;

// Returns the names of the contexts to scan. If the flags name none, the result is one empty name:
// the current context.
Result<std::vector<std::string>> ContextsOf(const ScanOptions& options, std::stop_token stop) {
  kube::ConfigFlags flags = options.config;
  flags.wait.stop = std::move(stop);
  if (options.all_contexts) return kube::ResolveContexts(flags);
  if (options.contexts.empty()) return std::vector<std::string>{""};
  return options.contexts;
}

std::unique_ptr<scan::Reporter> NewReporter(const ScanOptions& options, bool contexts) {
  if (options.fix && options.output == "json") return std::make_unique<List>(options.max_impact);
  if (options.fix) return std::make_unique<Script>(options.max_impact, contexts);
  if (options.output == "json") return scan::NewJsonReporter();
  if (options.output == "html") return scan::NewHtmlReporter();
  if (options.output == "csv") return scan::NewCsvReporter(!options.no_headers);
  return scan::NewTableReporter({.wide = options.output == "wide",
                                 .with_contexts = contexts,
                                 .with_headers = !options.no_headers,
                                 .colors = WantsColors(),
                                 .now = std::chrono::system_clock::now()});
}

class ScanRun {
 public:
  ScanRun(const ScanOptions& options, std::vector<std::string> contexts, std::stop_token stop)
      : options_(options),
        contexts_(std::move(contexts)),
        stop_(std::move(stop)),
        reporter_(NewReporter(options, contexts_.size() > 1)),
        unknown_(options.filter.selector) {}

  int Run();

 private:
  base::Status ReadCluster(const std::string& context, ClusterOutcome& outcome);
  void Report(const std::string& context, const scan::CheckedCrd& checked);
  void ReportUnknownNames();
  int ExitCode() const;

  const ScanOptions& options_;
  const std::vector<std::string> contexts_;
  const std::stop_token stop_;
  const std::unique_ptr<scan::Reporter> reporter_;
  scan::Totals totals_;
  std::vector<ClusterOutcome> clusters_;
  Progress progress_{"CRDs", "checked"};
  controller::UnknownNames unknown_;  // names of selected CRDs that no cluster has
  bool failed_ = false;               // true: a cluster could not be read, or no cluster has a CRD with a selected name
  ReportOutput out_{options_.quiet};
};

void ScanRun::Report(const std::string& context, const scan::CheckedCrd& checked) {
  unknown_.RecordCrd(checked.row.name);
  if (!options_.filter.Matches(checked.row)) return;
  scan::CheckedCrd shown = checked;
  shown.row.context = context;
  totals_.Count(shown.row);
  out_.Write(reporter_->Add(shown));
}

base::Status ScanRun::ReadCluster(const std::string& context, ClusterOutcome& outcome) {
  kube::ConfigFlags flags = options_.config;
  flags.context = context;
  const auto server = ApiServer::Open(std::move(flags), stop_);
  if (!server.ok()) return server.error();
  outcome.context = server->context();
  outcome.server = server->url();
  return scan::CheckAllCrds(
      server->client(),
      [&](const scan::CheckedCrd& checked) {
        Report(outcome.context, checked);
        progress_.Add(1, 0);
      },
      stop_, options_.release);
}

int ScanRun::ExitCode() const {
  if (out_.failed()) return kExitInternal;
  if (failed_ || totals_.unreadable != 0) return kExitUsage;
  const bool violations = totals_.non_structural + totals_.structural_error != 0;
  return violations && !options_.no_fail ? kExitFailure : kExitOk;
}

// Reports the names of selected CRDs that no cluster has: without the report, a mistyped name would look like a CRD
// without errors. Does nothing if a cluster could not be read, because its CRDs are unknown.
void ScanRun::ReportUnknownNames() {
  if (failed_ || stop_.stop_requested()) return;
  for (const std::string& sentence : unknown_.Sentences()) {
    PrintError("structural scan: " + sentence);
    failed_ = true;
  }
}

int ScanRun::Run() {
  out_.Write(reporter_->Begin());
  for (const std::string& context : contexts_) {
    ClusterOutcome outcome{context, "", ""};
    const base::Status read = ReadCluster(context, outcome);
    if (!read.ok()) {
      failed_ = true;
      outcome.error = read.error().message();
      const std::string place = context.empty() ? "" : "context " + base::EscapeUnprintable(context) + ": ";
      PrintErrorLines("structural scan: " + place + scan::ExplainError(read.error()));
    }
    clusters_.push_back(std::move(outcome));
    if (stop_.stop_requested()) break;
  }
  ReportUnknownNames();
  out_.Write(reporter_->End(totals_, clusters_));
  out_.Finish();
  out_.ReportFailure("scan", "the output");
  const bool table = options_.output == "table" || options_.output == "wide";
  const bool nothing_read = failed_ && clusters_.size() == 1 && totals_.crds == 0;
  if (table && !options_.quiet && !nothing_read) std::cerr << Sentence(totals_) << "\n";
  return ExitCode();
}

}  // namespace

int RunScan(const ScanOptions& options) {
  BlockStopSignals();
  kube::PrepareProcess();
  SetUpQuietLogging();
  const StopOnSignal signals;
  const auto contexts = ContextsOf(options, signals.token());
  if (!contexts.ok()) {
    PrintError("structural scan: " + contexts.error().message());
    return kExitUsage;
  }
  if (options.watch) return WatchScan(options, *contexts, signals.token());
  return ScanRun(options, *contexts, signals.token()).Run();
}

}  // namespace structural::cli
