#include <atomic>
#include <cerrno>
#include <cstring>
#include <functional>
#include <mutex>
#include <optional>

#include <unistd.h>

#include "cli/cluster/scan/live_view.h"
#include "cli/cluster/scan/run.h"
#include "cli/cluster/scan/watched_cluster.h"
#include "cli/shared/api_server.h"
#include "cli/shared/output.h"
#include "cli/shared/thread_group.h"
#include "kube/config/secrets.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

using scan::ChangeKind;
using scan::Row;

scan::TableOptions TableOf(const ScanOptions& options, bool contexts) {
  return {.wide = options.output == "wide",
          .with_contexts = contexts,
          .with_headers = !options.no_headers,
          .colors = WantsColors(),
          .allows_later_rows = true,
          .now = {}};
}

// Passes the events to the view, and makes the screen show the view after each event.
class OnScreen : public scan::WatchOutput {
 public:
  OnScreen(scan::LiveView& view, scan::Screen& screen) : view_(view), screen_(screen) {}

  void OnState(const std::vector<Row>& rows) override { view_.OnState(rows), screen_.Wake(); }
  void OnChange(ChangeKind kind, const Row& row) override { view_.OnChange(kind, row), screen_.Wake(); }
  void OnFailure(const std::string& context, const std::string& what) override {
    view_.OnFailure(context, what), screen_.Wake();
  }

 private:
  scan::LiveView& view_;
  scan::Screen& screen_;
};

// Watches the clusters of all contexts, each in its own thread. All threads end when `stop` is requested, when one of
// them throws, or in the destructor.
class Clusters {
 public:
  Clusters(const ScanOptions& options, const std::vector<std::string>& contexts, scan::WatchOutput& output,
           std::stop_token stop)
      : options_(options), output_(output), on_stop_(std::move(stop), [this] { Stop(); }), following_(contexts.size()) {
    for (const std::string& context : contexts) {
      threads_.Start([this, context] { WatchContext(context); });
    }
  }
  ~Clusters() { Stop(); }

  void Stop() { source_.request_stop(); }
  // Waits until all threads have ended. Rethrows an exception of one of them.
  void Wait() { threads_.Wait(); }
  std::stop_token stop_token() const { return source_.get_token(); }
  std::mutex& mutex() { return mutex_; }
  bool over() const { return following_ == 0; }
  // Returns the errors of clusters that could not be watched. Valid after Wait.
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  base::Status FollowOne(const std::string& context);
  void WatchContext(const std::string& context);

  const ScanOptions& options_;
  scan::WatchOutput& output_;
  std::mutex mutex_;
  std::stop_source source_;
  std::stop_callback<std::function<void()>> on_stop_;
  std::atomic<std::size_t> following_;
  std::vector<std::string> errors_;
  ThreadGroup threads_{[this] { Stop(); }};
};

base::Status Clusters::FollowOne(const std::string& context) {
  kube::ConfigFlags flags = options_.config;
  flags.context = context;
  const auto server = ApiServer::Open(std::move(flags), source_.get_token());
  if (!server.ok()) return server.error();
  scan::WatchedCluster cluster(server->context(), options_.filter, output_, mutex_, options_.release);
  return scan::WatchCluster(server->client(), server->context(), cluster, output_, mutex_, source_.get_token());
}

void Clusters::WatchContext(const std::string& context) {
  const base::Status status = FollowOne(context);
  const std::lock_guard lock(mutex_);
  --following_;
  if (status.ok()) return;
  const std::string text = scan::ExplainError(status.error());
  errors_.push_back((context.empty() ? "" : "context " + base::EscapeUnprintable(context) + ": ") + text);
  output_.OnFailure(context, text);
}

int ExitCode(const Clusters& clusters) { return clusters.errors().empty() ? kExitOk : kExitUsage; }

// Shows the view on the screen until a stop is requested, until no cluster is watched any longer, or until the user
// presses q.
void Show(scan::Screen& screen, scan::LiveView& view, Clusters& clusters) {
  const std::stop_token stop = clusters.stop_token();
  const std::stop_callback on_stop(stop, [&] { screen.Wake(); });
  while (!stop.stop_requested() && !clusters.over()) {
    std::unique_lock lock(clusters.mutex());
    const std::string frame = view.Frame(screen.Size(), std::chrono::system_clock::now());
    lock.unlock();
    screen.Draw(kube::Secrets::OfProcess().Hide(frame));
    const auto typed = screen.Wait();
    if (typed.quit) break;
    lock.lock();
    for (const scan::Scroll scroll : typed.scrolls) view.Move(scroll, screen.Size());
  }
}

int WatchOnScreen(const ScanOptions& options, const std::vector<std::string>& contexts, std::stop_token stop) {
  scan::LiveView view(TableOf(options, contexts.size() > 1));
  std::optional<scan::Screen> screen(std::in_place);
  OnScreen output(view, *screen);
  Clusters clusters(options, contexts, output, stop);
  Show(*screen, view, clusters);
  clusters.Stop();
  clusters.Wait();
  screen.reset();  // leaves the alternate screen; messages after it stay visible
  for (const std::string& error : clusters.errors()) {
    PrintErrorLines("structural scan: " + error);
  }
  return ExitCode(clusters);
}

int WatchAsLines(const ScanOptions& options, const std::vector<std::string>& contexts, std::stop_token stop) {
  std::stop_source broken;
  const auto print = [&](std::string_view text) {
    if (options.quiet) return;
    if (!Print(text) || !Flush()) broken.request_stop();
  };
  const auto print_error = [](std::string_view text) { PrintErrorLines("structural scan: " + std::string(text)); };
  const auto output = options.output == "json"
                          ? scan::NewWatchJson(print, print_error)
                          : scan::NewWatchLines(TableOf(options, contexts.size() > 1), print, print_error);
  const std::stop_callback on_stop(stop, [&] { broken.request_stop(); });
  Clusters clusters(options, contexts, *output, broken.get_token());
  clusters.Wait();
  if (!Flush()) {
    print_error(std::string("cannot write the output: ") + std::strerror(errno));
    return kExitInternal;
  }
  return ExitCode(clusters);
}

}  // namespace

int WatchScan(const ScanOptions& options, const std::vector<std::string>& contexts, std::stop_token stop) {
  const bool screen = isatty(STDOUT_FILENO) != 0 && options.output != "json" && !options.quiet;
  return screen ? WatchOnScreen(options, contexts, std::move(stop)) : WatchAsLines(options, contexts, std::move(stop));
}

}  // namespace structural::cli
