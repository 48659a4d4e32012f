#include "controller/process_metrics.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

namespace structural::controller {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;

double CpuSeconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Returns the fields of /proc/self/stat from the third one on. Skips the first two, because the second one, the
// program's name, can contain blanks.
std::vector<std::string> StatFields() {
  std::ifstream file("/proc/self/stat");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return {};
  std::istringstream rest(text.substr(end_of_name + 1));
  return {std::istream_iterator<std::string>(rest), {}};
}

constexpr std::size_t kStartTime = 19;  // index of the start time (field 22) in the result of StatFields
constexpr std::size_t kVirtualBytes = 20;
constexpr std::size_t kResidentPages = 21;

double BootTime() {
  std::ifstream file("/proc/stat");
  for (std::string word; file >> word;) {
    double seconds = 0;
    if (word == "btime" && file >> seconds) return seconds;
  }
  return 0;
}

int OpenFiles() {
  std::error_code error;
  std::filesystem::directory_iterator at("/proc/self/fd", error);
  if (error) return -1;
  // Subtracts the descriptor of the directory, which is open while it is read.
  return static_cast<int>(std::distance(begin(at), end(at))) - 1;
}

}  // namespace

MetricFamily SingleValueFamily(const char* name, const char* help, MetricType type, double value) {
  prometheus::ClientMetric metric;
  (type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = value;
  return {name, help, type, {metric}};
}

std::vector<MetricFamily> ProcessMetrics::Collect() const {
  std::vector<MetricFamily> found;
  const auto gauge = [&](const char* name, const char* help, double value) {
    found.push_back(SingleValueFamily(name, help, MetricType::Gauge, value));
  };
  rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    found.push_back(SingleValueFamily("process_cpu_seconds_total", "User and system CPU time spent.",
                                      MetricType::Counter, CpuSeconds(usage.ru_utime) + CpuSeconds(usage.ru_stime)));
  }
  if (const auto stat = StatFields(); stat.size() > kResidentPages) {
    gauge("process_resident_memory_bytes", "Resident memory size.",
          std::stod(stat[kResidentPages]) * static_cast<double>(sysconf(_SC_PAGESIZE)));
    gauge("process_virtual_memory_bytes", "Virtual memory size.", std::stod(stat[kVirtualBytes]));
    gauge("process_start_time_seconds", "Start time of the process since the unix epoch.",
          BootTime() + std::stod(stat[kStartTime]) / static_cast<double>(sysconf(_SC_CLK_TCK)));
  }
  rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    gauge("process_max_fds", "Maximum number of open file descriptors.", static_cast<double>(files.rlim_cur));
  }
  if (const int open = OpenFiles(); open >= 0) {
    gauge("process_open_fds", "Number of open file descriptors.", open);
  }
  return found;
}

}  // namespace structural::controller
