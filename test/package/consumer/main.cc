// Prints the condition that the CustomResourceDefinition on standard input, as JSON, should carry.
#include <iostream>
#include <iterator>
#include <string>

#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"
#include "schema/ops/pattern.h"

int main() {
  using namespace structural;
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  base::Arena arena;
  const auto crd = crd::Decode(text, arena);
  if (!crd.ok()) {
    std::cerr << crd.error().message() << "\n";
    return 1;
  }
  const crd::Verdict verdict = crd::Evaluate(*crd, arena);
  std::cout << (verdict.condition ? verdict.condition->message : "structural") << "\n";
  return ops::Pattern("^a+$").Matches("aaa") ? 0 : 1;
}
