// ApiServerTest: a test that needs the real API server. hack/test builds the server first, and fails if that fails, so
// it skips no test; only a test program that is started by hand does.
#pragma once

#include <gtest/gtest.h>

#include "test/e2e/cluster.h"

namespace structural::e2e {

// Base: testing::Test, or testing::TestWithParam.
template <typename Base = testing::Test>
class ApiServerTest : public Base {
 protected:
  void SetUp() override {
    if (!HaveApiServer()) GTEST_SKIP() << "no STRUCTURAL_TEST_APISERVER: run hack/test";
  }
};

}  // namespace structural::e2e
