// Log: collects all log messages of the process while the object exists.
#pragma once

#include <string>

#include <glog/logging.h>

namespace structural::test {

class Log : public google::LogSink {
 public:
  Log() { google::AddLogSink(this); }
  ~Log() override { google::RemoveLogSink(this); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  void send(google::LogSeverity, const char*, const char*, int, const google::LogMessageTime&, const char* message,
            std::size_t size) override {
    text.append(message, size).append("\n");
  }
  std::string text;
};

}  // namespace structural::test
