// The program's `operator new`, which counts memory for the thread's ResourceLimit (resource_limit.h).
#include <algorithm>
#include <cstdlib>
#include <new>

#include <malloc.h>

#include "webhook/resource_limit.h"

namespace structural::webhook {
namespace {

// Allocates memory, and charges the limit for it. Returns nullptr if no memory is left, or the limit is exceeded.
void* AllocateFor(ResourceLimit* limit, std::size_t size) {
  void* const memory = std::malloc(std::max<std::size_t>(1, size));
  if (memory == nullptr || limit == nullptr) return memory;
  if (limit->Charge(malloc_usable_size(memory))) return memory;
  std::free(memory);
  return nullptr;
}

}  // namespace
}  // namespace structural::webhook

// The other forms of operator new in libstdc++ call the first form below. With a sanitizer, the forms for arrays and
// for std::nothrow do not. A sanitizer also ends a program that allocates memory with one form and frees it with
// another. Therefore all these forms are defined here.
void* operator new(std::size_t size) {
  using namespace structural::webhook;
  if (void* const memory = AllocateFor(ResourceLimit::OfThread(), size)) return memory;
  throw std::bad_alloc();
}

// The form that std::stable_sort uses for its buffer.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  using namespace structural::webhook;
  return AllocateFor(ResourceLimit::OfThread(), size);
}

void operator delete(void* memory) noexcept {
  using namespace structural::webhook;
  if (ResourceLimit* const limit = ResourceLimit::OfThread(); limit != nullptr && memory != nullptr)
    limit->Release(malloc_usable_size(memory));
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }

void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return operator new(size, std::nothrow); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
