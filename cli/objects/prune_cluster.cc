#include "cli/objects/run.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stop_token>
#include <utility>

#include "cli/objects/crd_schemas.h"
#include "cli/objects/lost_report.h"
#include "cli/objects/stored_kind.h"
#include "cli/shared/api_server.h"
#include "cli/shared/output.h"
#include "cli/shared/signals.h"
#include "kube/transport/process.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/objects/prune.h"

namespace structural::cli {
namespace {

using base::ErrorCode;

// What is read of an object besides what it would lose.
struct ObjectName {
  std::string_view namespace_, name;

  // Objects are listed in the order of these.
  std::string key() const {
    return namespace_.empty() ? std::string(name)
                              : std::string(namespace_).append("/").append(name);
  }
};

class PruneCluster {
 public:
  PruneCluster(const PruneClusterOptions& options, kube::Client& client, std::stop_token stop)
      : options_(options),
        client_(client),
        on_signal_(std::move(stop), [this] { source_.request_stop(); }),
        report_(options.json ? NewLostJsonReport(options.summary_only)
                             : NewLostTextReport(options.summary_only)) {}

  int Run();

 private:
  base::Status OnServer();
  base::Status InFiles();
  void Kind(const StoredKind& kind, const CrdSchemas& schemas);
  std::string Read(const StoredKind& kind, const ResourceSchema& schema, LostFields& lost);
  void Object(std::string_view json, const ResourceSchema& schema, LostFields& lost);
  void ReportUnread(const StoredKind& kind, const base::Error& error);
  void Write(std::string_view text);
  void Begin();
  void End(const base::Status& done);
  int Fail(const base::Error& error);
  int ExitCode() const;

  const PruneClusterOptions& options_;
  kube::Client& client_;
  std::stop_source source_;
  const std::stop_callback<std::function<void()>> on_signal_;
  const std::unique_ptr<LostReport> report_;
  Progress progress_{"objects", "read", Progress::Beside::kOutput};
  LostSummary summary_;
  base::Arena arena_;
  std::string last_;    // key of the object that was read last, of the present kind
  std::string behind_;  // while a list is read again: where it goes on
  bool begun_ = false;  // the report
  int write_error_ = 0;
};

void PruneCluster::Write(std::string_view text) {
  if (text.empty() || write_error_ != 0) return;
  progress_.Clear();
  if (Print(text)) return;
  write_error_ = errno;
  source_.request_stop();
}

void PruneCluster::Object(std::string_view json, const ResourceSchema& schema, LostFields& lost) {
  arena_.Reset();
  const auto parsed = json::Parser(arena_).Parse(json);
  if (!parsed.ok()) return;  // the page was well formed; a number that nothing holds
  json::Value object = *parsed;
  const json::Value* metadata = object.Find("metadata");
  const ObjectName name{TextOf(Below(metadata, "namespace")), TextOf(Below(metadata, "name"))};
  std::string key = name.key();
  if (key <= behind_) return;
  last_ = std::move(key);
  const std::string namespace_(name.namespace_), own(name.name);
  std::vector<std::string> dropped;
  objects::Prune(object, schema.structural, true, &dropped);
  lost.Add(last_, dropped);
  progress_.Add(1, json.size());
  if (!dropped.empty()) Write(report_->Object(namespace_, own, dropped));
}

// Says what was missing; empty where nothing was.
std::string PruneCluster::Read(const StoredKind& kind, const ResourceSchema& schema,
                               LostFields& lost) {
  if (!schema.unusable.empty()) return "the CRD has no structural schema: " + schema.unusable;
  last_.clear();
  behind_.clear();
  const kube::ListOptions list{
      .limit = options_.page, .resource_version = {}, .on_restart = [&] { behind_ = last_; }};
  const auto done = client_.List(
      kind.Collection(kind.namespaced ? options_.namespace_ : ""), list,
      [&](std::string_view item) { Object(item, schema, lost); }, source_.get_token());
  if (done.ok()) return {};
  const std::string& message = done.error().message();
  return done.error().code() == ErrorCode::kForbidden
             ? "the right to list " + kind.crd + " is missing: " + message
             : message;
}

void PruneCluster::Kind(const StoredKind& kind, const CrdSchemas& schemas) {
  const ResourceSchema* schema = schemas.Find(kind.api_version(), kind.kind);
  if (schema == nullptr) return;
  Begin();
  Write(report_->Kind(kind));
  LostFields lost;
  const std::string failure = Read(kind, *schema, lost);
  std::vector<std::string> notes;
  if (schema->structural == nullptr && schema->unusable.empty()) {
    notes.emplace_back(
        "the version has no schema, so every field is unknown; the API server does not prune "
        "without a schema");
  }
  if (!schema->violation.empty()) {
    notes.push_back(
        "the API server prunes only with structural schemas, and this schema is not structural: " +
        schema->violation);
  }
  Write(report_->EndKind(lost, notes, failure));
  if (!failure.empty()) {
    progress_.Clear();
    PrintError("structural prune: " + kind.crd + ": " + failure);
  }
  ++summary_.kinds;
  summary_.unread += failure.empty() ? 0 : 1;
  summary_.objects += lost.objects();
  summary_.losing += lost.losing();
}

base::Status PruneCluster::OnServer() {
  const auto kinds = PreservingKinds(client_, options_.selector, source_.get_token());
  if (!kinds.ok()) return kinds.error();
  for (const PreservingKind& each : *kinds) {
    if (source_.stop_requested()) break;
    if (!each.kind.namespaced && !options_.namespace_.empty()) continue;
    const auto crd = client_.Get(each.path, source_.get_token());
    if (!crd.ok() && crd.error().code() == ErrorCode::kNotFound) continue;  // deleted meanwhile
    if (!crd.ok()) return crd.error();
    CrdSchemas schemas;
    const base::Status added = schemas.Add(*crd);
    if (!added.ok()) return added.error().In(each.kind.crd);
    Kind(each.kind, schemas);
  }
  return base::Ok();
}

base::Status PruneCluster::InFiles() {
  CrdSchemas schemas;
  for (const std::string& path : options_.crds) {
    const base::Status read = schemas.Read(path);
    if (!read.ok()) return read;
  }
  for (const StoredKind& kind : schemas.kinds()) {
    if (source_.stop_requested()) break;
    if (!kind.namespaced && !options_.namespace_.empty()) continue;
    if (options_.selector.Matches(kind.crd)) Kind(kind, schemas);
  }
  return base::Ok();
}

int PruneCluster::ExitCode() const {
  if (write_error_ != 0) return kExitInternal;
  if (summary_.unread > 0 || source_.stop_requested()) return kExitUsage;
  return summary_.losing == 0 ? kExitOk : kExitFailure;
}

void PruneCluster::Begin() {
  if (!std::exchange(begun_, true)) Write(report_->Begin());
}

// Where nothing could be read there is no report, and nothing to sum up.
void PruneCluster::End(const base::Status& done) {
  if (!begun_ && !done.ok()) return;
  Begin();
  Write(report_->End(summary_));
  progress_.Clear();
  if (std::fflush(stdout) == 0 && !options_.json) PrintError(Sentence(summary_));
}

int PruneCluster::Run() {
  const base::Status done = options_.crds.empty() ? OnServer() : InFiles();
  End(done);
  if (std::fflush(stdout) != 0 && write_error_ == 0) write_error_ = errno;
  progress_.Clear();
  if (write_error_ != 0) {
    std::cerr << "structural prune: cannot write the report: " << std::strerror(write_error_)
              << "\n";
  } else if (!done.ok()) {
    PrintError("structural prune: " + done.error().message());
    return kExitUsage;
  } else if (source_.stop_requested()) {
    std::cerr << "structural prune: stopped; the report is incomplete\n";
  }
  return ExitCode();
}

}  // namespace

int RunPruneCluster(const PruneClusterOptions& options) {
  BlockStopSignals();
  kube::PrepareProcess();
  const StopOnSignal signals;
  const auto server = ApiServer::Open(options.config, signals.token());
  if (server.ok()) return PruneCluster(options, server->client(), signals.token()).Run();
  PrintError("structural prune: " + server.error().message());
  return kExitUsage;
}

}  // namespace structural::cli
