#include "cli/shared/logging.h"

#include <algorithm>
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

std::string JsonRecord(google::LogSeverity severity, const char* file, int line, LogBudget::Time at,
                       std::string_view message, std::string_view fields) {
  std::string text = "{\"ts\":\"" + kube::FormatMicroTime(at) + "\",\"level\":\"" + LevelOf(severity) +
                     "\",\"caller\":\"" + file + ":" + std::to_string(line) + "\",\"msg\":";
  base::AppendJsonString(message, text);
  return text.append(fields).append("}");
}

std::vector<controller::LogField> HiddenFields() {
  auto fields = controller::LogFields::OfThread();
  for (controller::LogField& field : fields) {
    if (auto* text = std::get_if<std::string>(&field.value)) {
      *text = kube::Secrets::OfProcess().Hide(*text);
    }
  }
  return fields;
}

// Writes all log messages to standard error, without secrets. glog has no other sink.
class Sink : public google::LogSink {
 public:
  explicit Sink(LogFormat format) : format_(format) {}

  void send(google::LogSeverity severity, const char*, const char* file, int line, const google::LogMessageTime& time,
            const char* message, std::size_t length) override {
    const auto seconds = std::chrono::system_clock::from_time_t(time.timestamp());
    const LogBudget::Time at =
        std::chrono::floor<std::chrono::microseconds>(seconds) + std::chrono::microseconds(time.usec());
    const std::size_t counted = std::min(length, kMaxMessageBytes);
    const auto left_out = budget_.Take({file, line}, counted, at);
    if (!left_out && severity != google::GLOG_FATAL) return;
    // Secrets are removed before the text is cut and escaped, because they would not be found after it.
    const std::string said = kube::Secrets::OfProcess().Hide({message, length});
    const std::string shown = LogMessage(said, left_out.value_or(0));
    const std::string fields = LogFieldsText(HiddenFields(), format_);
    const std::string words = shown + fields;
    std::string text = format_ == LogFormat::kJson ? JsonRecord(severity, file, line, at, shown, fields)
                                                   : ToString(severity, file, line, time, words.data(), words.size());
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
  }

 private:
  const LogFormat format_;
  LogBudget budget_;
};

}  // namespace

void SetUpLogging(LogFormat format, int verbosity) {
  FLAGS_v = verbosity;
  google::InitGoogleLogging("structural");
  FLAGS_stderrthreshold = google::NUM_SEVERITIES;  // only the sink writes to standard error
  for (google::LogSeverity severity = 0; severity < google::NUM_SEVERITIES; ++severity) {
    google::SetLogDestination(severity, "");  // no log files
  }
  google::AddLogSink(new Sink(format));  // never deleted: threads log until the end
}

void SetUpQuietLogging() {
  FLAGS_minloglevel = google::GLOG_WARNING;
  SetUpLogging(LogFormat::kText, 0);
}

std::string LogMessage(std::string_view message, std::size_t left_out) {
  std::string text = base::EscapeUnprintable(base::Shorten(message, kMaxMessageBytes));
  if (left_out != 0) text += " (" + std::to_string(left_out) + " similar messages were dropped)";
  return text;
}

std::string LogFieldsText(const std::vector<controller::LogField>& fields, LogFormat format) {
  std::string text;
  for (const auto& [key, value] : fields) {
    if (format == LogFormat::kJson) {
      text.append(",\"").append(key).append("\":");
    } else {
      text.append(" ").append(key).append("=");
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      text += std::to_string(*number);
    } else {
      const std::string& words = std::get<std::string>(value);
      base::AppendJsonString(base::EscapeUnprintable(base::Shorten(words, kMaxFieldBytes)), text);
    }
  }
  return text;
}

std::optional<std::size_t> LogBudget::Take(LogSite place, std::size_t bytes, Time now) {
  const std::lock_guard lock(mutex_);
  Account& account = accounts_.try_emplace(place, Account{.at = now}).first->second;
  const std::chrono::duration<double> passed = now - account.at;
  account.tokens = std::min(kBurstBytes, account.tokens + std::max(0.0, passed.count()) * kBytesPerSecond);
  account.at = now;
  if (account.tokens < static_cast<double>(bytes)) {
    ++account.left_out;
    return std::nullopt;
  }
  account.tokens -= static_cast<double>(bytes);
  return std::exchange(account.left_out, 0);
}

}  // namespace structural::cli
