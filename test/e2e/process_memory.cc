#include "test/e2e/process_memory.h"

#include <fstream>
#include <sstream>
#include <string>

namespace structural::e2e {
namespace {

std::string ReadOf(pid_t pid, const std::string& file) {
  std::stringstream text;
  text << std::ifstream("/proc/" + std::to_string(pid) + "/" + file).rdbuf();
  return text.str();
}

}  // namespace

long PeakMemory(pid_t pid) {
  const std::string status = ReadOf(pid, "status");
  const auto found = status.find("VmHWM:");
  return found == std::string::npos ? 0 : std::stol(status.substr(found + 6)) / 1024;
}

bool IsSanitized(pid_t pid) {
  const std::string maps = ReadOf(pid, "maps");
  return maps.find("libasan") != std::string::npos || maps.find("libtsan") != std::string::npos;
}

}  // namespace structural::e2e
