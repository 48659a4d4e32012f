#include "controller/warning_log.h"

#include <functional>
#include <string>

#include <glog/logging.h>

#include "kube/transport/warnings.h"

namespace structural::controller {

bool WarningLog::IsNew(std::size_t hash) {
  const std::lock_guard lock(mutex_);
  return logged_.size() < kMostTexts && logged_.insert(hash).second;
}

void WarningLog::OnAnswer(const kube::Headers& headers) {
  for (const std::string& text : kube::ParseWarnings(headers.Find("Warning"))) {
    if (IsNew(std::hash<std::string>()(text))) LOG(WARNING) << "the API server warns: " << text;
  }
}

}  // namespace structural::controller
