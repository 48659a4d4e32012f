#include "cli/cluster/scan/run.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "cli/cluster/scan/judge.h"
#include "cli/cluster/scan/patches.h"
#include "cli/cluster/scan/reporter.h"
#include "cli/shared/api_server.h"
#include "cli/shared/logging.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "kube/config/resolve.h"
#include "kube/transport/process.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

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
  if (options.fix && options.output == "json") return NewPatchList(options.most);
  if (options.fix) return NewPatchScript(options.most, contexts);
  if (options.output == "json") return scan::NewJsonReporter();
  if (options.output == "html") return scan::NewHtmlReporter();
  if (options.output == "csv") return scan::NewCsvReporter(!options.no_headers);
  return scan::NewTableReporter({.wide = options.output == "wide",
                                 .contexts = contexts,
                                 .headers = !options.no_headers,
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
  void Report(const std::string& context, const scan::CheckedCrd& judged);
  void ReportUnknownNames();
  void Write(std::string_view text);
  int ExitCode() const;

  const ScanOptions& options_;
  const std::vector<std::string> contexts_;
  const std::stop_token stop_;
  const std::unique_ptr<scan::Reporter> reporter_;
  scan::Totals totals_;
  std::vector<ClusterOutcome> clusters_;
  Progress progress_{"CRDs", "checked"};
  controller::UnknownNames unknown_;  // names that no cluster has
  bool failed_ = false;               // a cluster could not be read, or a name does not exist
  int write_error_ = 0;
};

void ScanRun::Write(std::string_view text) {
  if (options_.quiet || write_error_ != 0) return;
  if (!Print(text)) write_error_ = errno;
}

void ScanRun::Report(const std::string& context, const scan::CheckedCrd& judged) {
  unknown_.Meet(judged.row.name);
  if (!options_.filter.Matches(judged.row)) return;
  scan::CheckedCrd shown = judged;
  shown.row.context = context;
  totals_.Count(shown.row);
  Write(reporter_->Add(shown));
}

base::Status ScanRun::ReadCluster(const std::string& context, ClusterOutcome& outcome) {
  kube::ConfigFlags flags = options_.config;
  flags.context = context;
  const auto server = ApiServer::Open(std::move(flags), stop_);
  if (!server.ok()) return server.error();
  outcome.context = server->context();
  outcome.server = server->url();
  return scan::ListRows(
      server->client(),
      [&](const scan::CheckedCrd& judged) {
        Report(outcome.context, judged);
        progress_.Add(1, 0);
      },
      stop_, options_.release);
}

int ScanRun::ExitCode() const {
  if (write_error_ != 0) return kExitInternal;
  if (failed_ || totals_.unreadable != 0) return kExitUsage;
  const bool violations = totals_.non_structural + totals_.structural_error != 0;
  return violations && !options_.no_fail ? kExitFailure : kExitOk;
}

// Reports names that do not exist, because a mistyped name must not look like a CRD without errors.
// Only if all clusters could be read.
void ScanRun::ReportUnknownNames() {
  if (failed_ || stop_.stop_requested()) return;
  for (const std::string& sentence : unknown_.Sentences()) {
    PrintError("structural scan: " + sentence);
    failed_ = true;
  }
}

int ScanRun::Run() {
  Write(reporter_->Begin());
  for (const std::string& context : contexts_) {
    ClusterOutcome outcome{context, "", ""};
    const base::Status read = ReadCluster(context, outcome);
    if (!read.ok()) {
      failed_ = true;
      outcome.error = read.error().message();
      const std::string place = context.empty() ? "" : "context " + base::EscapeUnprintable(context) + ": ";
      PrintErrorLines("structural scan: " + place + scan::Explained(read.error()));
    }
    clusters_.push_back(std::move(outcome));
    if (stop_.stop_requested()) break;
  }
  ReportUnknownNames();
  Write(reporter_->End(totals_, clusters_));
  if (!Flush() && write_error_ == 0) write_error_ = errno;
  if (write_error_ != 0) {
    std::cerr << "structural scan: cannot write the output: " << std::strerror(write_error_) << "\n";
  }
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
