#include "cli/logging.h"

#include <cstdio>

#include <glog/logging.h>

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

class JsonSink : public google::LogSink {
 public:
  void send(google::LogSeverity severity, const char*, const char* file, int line,
            const google::LogMessageTime& time, const char* message, std::size_t length) override {
    const auto seconds = std::chrono::system_clock::from_time_t(time.timestamp());
    const kube::MicroTime at = std::chrono::floor<std::chrono::microseconds>(seconds) +
                               std::chrono::microseconds(time.usec());
    std::string text = "{\"ts\":\"" + kube::FormatMicroTime(at) + "\",\"level\":\"" +
                       LevelOf(severity) + "\",\"caller\":\"" + file + ":" + std::to_string(line) +
                       "\",\"msg\":";
    base::AppendJsonString(std::string_view(message, length), text);
    text += "}\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
};

}  // namespace

void SetUpLogging(LogFormat format, int verbosity) {
  FLAGS_v = verbosity;
  FLAGS_logtostderr = format == LogFormat::kText;
  google::InitGoogleLogging("structural");
  if (format == LogFormat::kText) return;
  static JsonSink sink;
  FLAGS_stderrthreshold = google::NUM_SEVERITIES;  // nothing but what the sink writes
  for (const auto severity : {google::GLOG_INFO, google::GLOG_WARNING, google::GLOG_ERROR}) {
    google::SetLogDestination(severity, "");  // no files
  }
  google::AddLogSink(&sink);
}

void SetUpQuietLogging() {
  FLAGS_minloglevel = google::GLOG_WARNING;
  SetUpLogging(LogFormat::kText, 0);
}

}  // namespace structural::cli
