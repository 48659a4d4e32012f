#include "cli/report/stored/walk.h"

#include <algorithm>
#include <stop_token>
#include <utility>

#include "cli/shared/api_server.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "kube/transport/process.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

using base::ErrorCode;
using base::Status;

class StoredWalk {
 public:
  StoredWalk(const WalkOptions& options, const NewWriteEvaluator& new_evaluator, StoredReport& report,
             kube::Client& client, std::stop_token stop)
      : options_(options),
        new_evaluator_(new_evaluator),
        report_(report),
        client_(client),
        unknown_(options.selector),
        on_signal_(std::move(stop), [this] { source_.request_stop(); }) {}

  int Run();

 private:
  bool IsWanted(const StoredKind& kind);
  Status OnServer();
  Status InFiles();
  base::Result<std::optional<std::vector<KindOnServer>>> ServerKinds();
  Status FileKind(const std::string& crd, const std::optional<std::vector<KindOnServer>>& known);
  void Kind(const std::string& crd, const StoredKind& kind);
  void Missing(const StoredKind& kind);
  void End(const StoredKind& kind, const KindResults& results);
  std::string Read(const StoredKind& kind);
  void Object(std::string_view json);
  std::string After() const { return last_.empty() ? "" : " after " + last_; }
  void Write(std::string_view text);
  void Error(const std::string& text);
  void Begin();
  void Finish(const Status& done);
  bool IsEmpty() const;
  void ReportMissingCrds();
  int ExitCode() const;

  const WalkOptions& options_;
  const NewWriteEvaluator& new_evaluator_;
  StoredReport& report_;
  kube::Client& client_;
  controller::UnknownNames unknown_;
  std::stop_source source_;
  const std::stop_callback<std::function<void()>> on_signal_;
  Progress progress_{"objects", "read", Progress::OutputContent::kOutput};
  StoredSummary summary_;
  std::size_t missing_ = 0;  // number of kinds in `options_.crds` that the server does not have
  bool begun_ = false;       // true: StoredReport::Begin was called
  ReportOutput out_{options_.quiet, &progress_};

  // The state of the current kind.
  std::unique_ptr<WriteEvaluator> evaluator_;
  KindCounts counts_;
  base::Arena arena_;
  json::Parser parser_{arena_};
  std::string unreadable_;  // error about an unreadable object; empty: all were readable
  std::string last_;        // StoredName::Key of the last object that was read
  // after a restart of the list: objects up to this key are skipped, because they were already read
  std::string continue_after_;
};

void StoredWalk::Write(std::string_view text) {
  if (!out_.Write(text)) source_.request_stop();
}

void StoredWalk::Error(const std::string& text) {
  progress_.Clear();
  Flush();
  PrintError("structural " + options_.command + ": " + text);
}

bool StoredWalk::IsWanted(const StoredKind& kind) {
  unknown_.RecordCrd(kind.crd);
  if (!kind.namespaced && !options_.namespace_name.empty()) return false;
  return options_.selector.Matches(kind.crd);
}

void StoredWalk::Object(std::string_view json) {
  arena_.Reset();
  const auto object = parser_.Parse(json);
  if (!object.ok()) {
    unreadable_ = "an object" + After() + " cannot be read: " + object.error().message();
    return;
  }
  const json::Value* metadata = object->Find("metadata");
  const StoredName name{std::string(TextOf(Below(metadata, "namespace"))),
                        std::string(TextOf(Below(metadata, "name")))};
  if (name.name.empty()) {
    unreadable_ = "an object" + After() + " has no name";
    return;
  }
  std::string key = name.Key();
  if (key <= continue_after_) return;
  last_ = std::move(key);
  const StoredOutcome outcome = evaluator_->EvaluateWrite(*object, arena_);
  counts_.Add(last_, outcome);
  progress_.Add(1, json.size());
  Write(report_.Object(name, outcome));
}

// Reads the objects of a kind. Returns the reason why not all could be read; empty if all were read.
std::string StoredWalk::Read(const StoredKind& kind) {
  last_.clear();
  continue_after_.clear();
  unreadable_.clear();
  const auto again = [&] { continue_after_ = last_; };
  const kube::ListOptions list{.limit = options_.page_size,
                               .kind = kind.list_kind,
                               .resource_version = {},
                               .on_restart = again,
                               .on_page_retry = again};
  const auto done = client_.List(
      kind.CollectionPath(kind.namespaced ? options_.namespace_name : ""), list,
      [&](std::string_view item) { Object(item); }, source_.get_token());
  if (done.ok()) return unreadable_;
  const std::string& message = done.error().message();
  return done.error().code() == ErrorCode::kForbidden ? "the right to list " + kind.crd + " is missing: " + message
                                                      : message;
}

void StoredWalk::End(const StoredKind& kind, const KindResults& results) {
  Write(report_.EndKind(results));
  if (!results.failure.empty()) Error(kind.crd + ": " + results.failure);
}

void StoredWalk::Kind(const std::string& crd, const StoredKind& kind) {
  Begin();
  Write(report_.Kind(kind));
  counts_ = {};
  auto evaluator = new_evaluator_(crd, kind);
  std::string failure = evaluator.ok() ? "" : evaluator.error().message();
  if (evaluator.ok()) {
    evaluator_ = std::move(*evaluator);
    failure = Read(kind);
  }
  End(kind, {counts_, {}, failure});
  summary_.Add(counts_, failure.empty());
  evaluator_.reset();
}

void StoredWalk::Missing(const StoredKind& kind) {
  ++missing_;
  Begin();
  Write(report_.Kind(kind));
  counts_ = {};
  End(kind, {counts_, {"the server does not have this CRD, and so none of its objects"}, ""});
  summary_.Add(counts_, true);
}

Status StoredWalk::OnServer() {
  const auto wanted = [&](const StoredKind& kind) {
    return IsWanted(kind) && (kind.preserves_unknown_fields || !options_.only_preserving);
  };
  const auto kinds = KindsOnServer(client_, wanted, source_.get_token());
  if (!kinds.ok()) return kinds.error();
  for (const KindOnServer& each : *kinds) {
    if (source_.stop_requested()) break;
    const auto crd = client_.Get(each.path, source_.get_token());
    if (!crd.ok() && crd.error().code() == ErrorCode::kNotFound) continue;  // the CRD was deleted after it was listed
    if (!crd.ok()) return crd.error();
    Kind(*crd, each.kind);
  }
  return base::Ok();
}

// Returns the CRDs of the server; nullopt if the user is not allowed to list them.
base::Result<std::optional<std::vector<KindOnServer>>> StoredWalk::ServerKinds() {
  auto kinds = KindsOnServer(
      client_, [](const StoredKind&) { return true; }, source_.get_token());
  if (kinds.ok()) return std::optional(*std::move(kinds));
  if (kinds.error().code() != ErrorCode::kForbidden) return kinds.error();
  return std::optional<std::vector<KindOnServer>>();
}

// Reads the objects of a CRD in `options_.crds`. `known` are the server's CRDs; nullopt: unknown. If they are known,
// the server's CRD of the same name determines the path and the version of the objects.
Status StoredWalk::FileKind(const std::string& crd, const std::optional<std::vector<KindOnServer>>& known) {
  base::Arena arena;
  const auto value = json::Parser(arena).Parse(crd);
  const auto kind = value.ok() ? ReadStoredKind(*value) : value.error();
  if (!kind.ok()) return kind.error();
  if (!IsWanted(*kind)) return base::Ok();
  if (!known) {
    Kind(crd, *kind);
    return base::Ok();
  }
  const auto found = std::ranges::find_if(*known, [&](const KindOnServer& each) { return each.kind.crd == kind->crd; });
  found == known->end() ? Missing(*kind) : Kind(crd, found->kind);
  return base::Ok();
}

Status StoredWalk::InFiles() {
  const auto known = ServerKinds();
  if (!known.ok()) return known.error();
  for (const std::string& crd : *options_.crds) {
    if (source_.stop_requested()) break;
    const Status done = FileKind(crd, *known);
    if (!done.ok()) return done;
  }
  return base::Ok();
}

// Returns whether the run must fail because the server has none of `options_.crds`, or lacks a CRD or group that the
// selector names. Always false with --allow-empty.
bool StoredWalk::IsEmpty() const {
  if (options_.allow_empty) return false;
  return !unknown_.Sentences().empty() || (missing_ > 0 && missing_ == summary_.kinds);
}

// Prints which CRDs the server does not have, because their names may be mistyped, or because they are not created yet.
void StoredWalk::ReportMissingCrds() {
  const auto unknown = unknown_.Sentences();
  for (const std::string& sentence : unknown) Error(sentence);
  if (unknown.empty()) Error("the server has none of the CRDs");
}

int StoredWalk::ExitCode() const {
  if (out_.failed()) return kExitInternal;
  if (summary_.unread_kinds > 0 || source_.stop_requested()) return kExitUsage;
  if (IsEmpty()) return kExitUsage;
  const bool fails = summary_.refused > 0 || (options_.losing_fails && summary_.losing_data > 0);
  return fails ? kExitFailure : kExitOk;
}

void StoredWalk::Begin() {
  if (!std::exchange(begun_, true)) Write(report_.Begin());
}

// Ends the report. Does nothing if the run failed before the report began.
void StoredWalk::Finish(const Status& done) {
  if (!begun_ && !done.ok()) return;
  Begin();
  Write(report_.End(summary_));
  progress_.Clear();
  const std::string sentence = report_.Sentence(summary_);
  if (Flush() && !sentence.empty() && !options_.quiet) PrintError(sentence);
}

int StoredWalk::Run() {
  const Status done = options_.crds ? InFiles() : OnServer();
  Finish(done);
  out_.Finish();
  out_.ReportFailure(options_.command, "the report");
  if (out_.failed()) return kExitInternal;
  if (!done.ok()) {
    Error(done.error().message());
    return kExitUsage;
  }
  if (source_.stop_requested()) {
    Error("stopped; the report is incomplete");
  } else if (IsEmpty()) {
    ReportMissingCrds();
  }
  return ExitCode();
}

}  // namespace

int WalkStoredObjects(const WalkOptions& options, const NewWriteEvaluator& new_evaluator, StoredReport& report) {
  BlockStopSignals();
  kube::PrepareProcess();
  const StopOnSignal signals;
  const auto server = ApiServer::Open(options.config, signals.token());
  if (server.ok()) return StoredWalk(options, new_evaluator, report, server->client(), signals.token()).Run();
  PrintError("structural " + options.command + ": " + server.error().message());
  return kExitUsage;
}

namespace {

constexpr const char* kOfCluster = "With --cluster";

Argument* AddPatterns(Command& command, const char* name, std::vector<std::string>& patterns, const std::string& help) {
  return command.AddOption(name, patterns, help + "; * and ? are wildcards; repeatable");
}

}  // namespace

WalkOptions StoredFlags::Walk(std::string command, const kube::ConfigFlags& config) const {
  return {.command = std::move(command),
          .config = config,
          .crds = {},
          .selector = selector,
          .namespace_name = namespace_name,
          .page_size = page_size};
}

std::vector<Argument*> AddWalkFlags(Command& command, StoredFlags& flags) {
  auto* const namespace_name =
      command.AddOption("-n,--namespace", flags.namespace_name, "Only objects in this namespace")->TypeName("NAME");
  std::vector<Argument*> all = {
      namespace_name,
      command.AddFlag("-A,--all-namespaces", flags.all_namespaces, "Objects in all namespaces (default)")
          ->Excludes(namespace_name),
      AddPatterns(command, "--name", flags.selector.names, "Only CRDs with this name"),
      AddPatterns(command, "--group", flags.selector.groups, "Only CRDs of this API group"),
      command.AddOption("--chunk-size", flags.page_size, "Maximum number of objects per request")
          ->Between(1, 1'000'000)
          ->ShowDefault()};
  for (Argument* option : all) option->Group(kOfCluster);
  return all;
}

std::vector<Argument*> AddStoredObjectFlags(Command& command, StoredFlags& flags) {
  auto all = AddWalkFlags(command, flags);
  all.push_back(
      command.AddFlag("--summary", flags.summary_only, "Print only the counts, not each object")->Group(kOfCluster));
  all.push_back(command
                    .AddFlag("--assume-pruning", flags.assume_pruning,
                             "Only the CRDs with preserveUnknownFields: true, as if it were false")
                    ->Group(kOfCluster));
  return all;
}

}  // namespace structural::cli
