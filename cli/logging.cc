#include "cli/logging.h"

#include <cstdio>

#include <glog/logging.h>

#include "kube/config/secrets.h"
#include "kube/micro_time.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

const char* LevelOf(google::LogSeverity severity) {
  switch (severity) {
    case google::GLOG_INFO: return "info";
    case google::GLOG_WARNING: return "warning";
    case google::GLOG_ERROR: return "error";
    default: return "fatal";
  }
}

// Where every line of the log is written, and the only place: what is secret is taken out here.
class Sink : public google::LogSink {
 public:
  explicit Sink(LogFormat format) : format_(format) {}

  void send(google::LogSeverity severity, const char*, const char* file, int line,
            const google::LogMessageTime& time, const char* message, std::size_t length) override {
    // Before it is quoted, and so in one encoding less.
    const std::string said = kube::Secrets::OfProcess().Hide({message, length});
    const std::string text =
        format_ == LogFormat::kJson
            ? JsonLine(severity, file, line, time, said)
            : ToString(severity, file, line, time, said.data(), said.size()) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
  }

 private:
  static std::string JsonLine(google::LogSeverity severity, const char* file, int line,
                              const google::LogMessageTime& time, std::string_view message) {
    const auto seconds = std::chrono::system_clock::from_time_t(time.timestamp());
    const kube::MicroTime at = std::chrono::floor<std::chrono::microseconds>(seconds) +
                               std::chrono::microseconds(time.usec());
    std::string text = "{\"ts\":\"" + kube::FormatMicroTime(at) + "\",\"level\":\"" +
                       LevelOf(severity) + "\",\"caller\":\"" + file + ":" + std::to_string(line) +
                       "\",\"msg\":";
    base::AppendJsonString(message, text);
    return text + "}\n";
  }

  const LogFormat format_;
};

}  // namespace

void SetUpLogging(LogFormat format, int verbosity) {
  FLAGS_v = verbosity;
  google::InitGoogleLogging("structural");
  FLAGS_stderrthreshold = google::NUM_SEVERITIES;  // nothing but what the sink writes
  for (google::LogSeverity severity = 0; severity < google::NUM_SEVERITIES; ++severity) {
    google::SetLogDestination(severity, "");  // no files
  }
  google::AddLogSink(new Sink(format));  // never deleted: threads log until the process is over
}

void SetUpQuietLogging() {
  FLAGS_minloglevel = google::GLOG_WARNING;
  SetUpLogging(LogFormat::kText, 0);
}

}  // namespace structural::cli
