// Reads a CustomResourceDefinition from standard input. Prints its NonStructuralSchema condition as JSON. Also prints
// the results for CRDs with the maximum nesting that Kubernetes reads, on threads with stacks of several sizes.
#include <functional>
#include <iostream>
#include <iterator>
#include <string>

#include <pthread.h>

#include "schema/base/stack.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"
#include "schema/expressions/api/cel.h"
#include "schema/go/pattern.h"

namespace {

using namespace structural;

std::string EvaluatedText(const std::string& text) {
  base::Arena arena;
  const auto crd = crd::Decode(text, arena);
  if (!crd.ok()) return crd.error().message();
  const crd::EvaluationResult verdict = crd::Evaluate(*crd, arena);
  return verdict.condition ? verdict.condition->message : "structural";
}

std::string Deep(int levels) {
  std::string schema = "{\"type\":\"object\"}";
  for (int i = 0; i < levels; ++i) schema = "{\"type\":\"array\",\"items\":" + schema + "}";
  return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{)"
         R"("versions":[{"name":"v1","schema":{"openAPIV3Schema":{"type":"object","properties":)"
         R"({"a":)" +
         schema + "}}}}]}}";
}

void* Call(void* run) {
  (*static_cast<const std::function<void()>*>(run))();
  return nullptr;
}

void OnStack(std::size_t kib, std::function<void()> run) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kib * 1024);
  pthread_t thread;
  pthread_create(&thread, &attributes, &Call, &run);
  pthread_join(thread, nullptr);
}

}  // namespace

int main() {
  std::cout << EvaluatedText(std::string(std::istreambuf_iterator<char>(std::cin), {})) << "\n";
  const std::string deep = Deep(9'900);
  for (const std::size_t kib : {256, 8192}) {
    OnStack(kib, [&] { std::cout << kib << " KiB: " << EvaluatedText(deep) << "\n"; });
    OnStack(kib,
            [&] { base::WithDeepStack([&] { std::cout << kib << " KiB, deep: " << EvaluatedText(deep) << "\n"; }); });
  }
  const cel::Compilation compiled = cel::Environment().Compile("[1, 2].all(x, x > 0)");
  cel::Evaluation evaluation;
  const bool holds = compiled.ok() && evaluation.Run(*compiled.expression, {}).value.is_true();
  return holds && go::Pattern("^a+$").Matches("aaa") ? 0 : 1;
}
