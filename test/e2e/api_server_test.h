// ApiServerTest: a test that needs the real API server. It is skipped if the server's binary is missing. That occurs
// only if the test program is started by hand: hack/test builds the server first, and fails if the build fails.
#pragma once

#include <gtest/gtest.h>

#include "test/e2e/cluster.h"

namespace structural::e2e {

// Base is testing::Test or a testing::TestWithParam.
template <typename Base = testing::Test>
class ApiServerTest : public Base {
 protected:
  void SetUp() override {
    if (!HaveApiServer()) GTEST_SKIP() << "no STRUCTURAL_TEST_APISERVER: run hack/test";
  }
};

}  // namespace structural::e2e
