#include "controller/memory.h"

#include <cstring>

#include <malloc.h>

#include "schema/base/proto_object.h"
#include "schema/crd/proto_meta.h"

namespace structural::controller {
namespace {

constexpr std::size_t kOrdinaryBytes = std::size_t{32} << 10;
// Estimated memory, in bytes, for each object and for each element of a list in the JSON. In measurements a schema
// needed 250 bytes, and an element of an enum 34.
constexpr std::size_t kObjectBytes = 256;
constexpr std::size_t kElementBytes = 40;
// Number of bytes of memory that are reserved for each byte of a text in protobuf, if its parts were not counted. None
// of 200 published CRDs needed more.
constexpr std::size_t kProtoFactor = 8;

using Block = unsigned char __attribute__((vector_size(16)));

// Returns how often the text contains the character. Compares blocks of 16 characters at once, because a loop over
// single characters took a sixth of the controller's start time.
std::size_t CountOf(char c, std::string_view text) {
  constexpr std::size_t kMaxBlocks = 255;  // each byte of `counts` can count to 255
  std::size_t count = 0;
  while (text.size() >= sizeof(Block)) {
    Block counts{};
    const std::size_t blocks = std::min(text.size() / sizeof(Block), kMaxBlocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      Block block;
      std::memcpy(&block, text.data() + i * sizeof block, sizeof block);
      // The comparison gives -1 for equal bytes, so the subtraction adds 1.
      counts -= (Block)(block == static_cast<unsigned char>(c));
    }
    for (std::size_t i = 0; i < sizeof counts; ++i) count += counts[i];
    text.remove_prefix(blocks * sizeof(Block));
  }
  return count + static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

}  // namespace

std::size_t EvaluationBudget::EstimateCost(std::string_view text) {
  if (text.size() <= kOrdinaryBytes) return 0;
  if (base::IsProtoObject(text)) return text.size() * kProtoFactor;
  return text.size() + CountOf('{', text) * kObjectBytes + CountOf(',', text) * kElementBytes;
}

std::size_t EvaluationBudget::CountCost(std::string_view text) {
  if (text.size() <= kOrdinaryBytes || !base::IsProtoObject(text)) return EstimateCost(text);
  const crd::SchemaParts parts = crd::CountSchemaParts(text);
  return text.size() + parts.schemas * kObjectBytes + parts.elements * kElementBytes;
}

std::unique_ptr<EvaluationBudget::Share> EvaluationBudget::Reserve(std::size_t cost, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (!room_.wait(lock, stop, [&] { return reserved_bytes_ + cost <= max_bytes_; })) return nullptr;
  reserved_bytes_ += cost;
  return std::make_unique<Share>(*this, cost);
}

void EvaluationBudget::Release(std::size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    reserved_bytes_ -= bytes;
  }
  room_.notify_all();
}

void EvaluationBudget::Share::Shrink(std::size_t bytes) {
  if (bytes >= bytes_) return;
  budget_->Release(bytes_ - bytes);
  bytes_ = bytes;
}

bool HeapTrimmer::TrimIfDue() {
  const Clock::Monotonic now = clock_.Now();
  {
    const std::lock_guard lock(mutex_);
    if (now < next_trim_) return false;
    next_trim_ = now + kMinInterval;
  }
  ::malloc_trim(0);
  return true;
}

}  // namespace structural::controller
