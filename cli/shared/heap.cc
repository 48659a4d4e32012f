#include "cli/shared/heap.h"

#include <malloc.h>

namespace structural::cli {

void KeepHeapSmall() {
  constexpr int kBytes = 512 << 10;
  mallopt(M_MMAP_THRESHOLD, kBytes);
  mallopt(M_TRIM_THRESHOLD, kBytes);
}

}  // namespace structural::cli
