#include "http/open_files.h"

#include <algorithm>

#include <sys/resource.h>

namespace structural::http {

std::size_t RaiseOpenFiles() {
  constexpr rlim_t kWanted = 65536;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  const rlimit raised{.rlim_cur = std::min(limit.rlim_max, kWanted), .rlim_max = limit.rlim_max};
  if (raised.rlim_cur <= limit.rlim_cur) return limit.rlim_cur;
  return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

}  // namespace structural::http
