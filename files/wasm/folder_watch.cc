#include "files/folder_watch.h"

namespace structural::files {

FolderWatch::~FolderWatch() = default;

base::Status FolderWatch::Add(const std::string&) {
  return {base::ErrorCode::kInvalidInput, "this build cannot watch folders; use the program for Linux"};
}

bool FolderWatch::Wait(std::stop_token, std::chrono::milliseconds) { return false; }

}  // namespace structural::files
