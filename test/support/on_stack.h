// OnStack: runs a function on a new thread with a stack of `size` bytes, and waits for its end.
#pragma once

#include <cstddef>
#include <functional>

#include <gtest/gtest.h>
#include <pthread.h>

namespace structural::test {

inline void OnStack(std::size_t size, std::function<void()> run) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(0, pthread_attr_setstacksize(&attributes, size));
  const auto call = [](void* what) -> void* {
    (*static_cast<std::function<void()>*>(what))();
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(0, pthread_create(&thread, &attributes, call, &run));
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace structural::test
