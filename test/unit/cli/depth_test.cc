// Runs every operation on input with the maximum nesting that Kubernetes reads, on threads with stacks of several
// sizes. Each run must end with an answer or an error, within the stack that schema/base/stack.h guarantees.
#include <algorithm>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include "cli/batch/batch.h"
#include "schema/base/stack.h"
#include "schema/generate/go/package.h"
#include "schema/generate/kind.h"
#include "schema/generate/proto/package.h"

namespace structural::cli {
namespace depth_test {

constexpr std::size_t kKiB = 1024, kMiB = kKiB * kKiB;

// A kind of nesting. `open` and `close` are the JSON text around one level of a schema, `open_value` and `close_value`
// that around one level of an object or list that fits the schema.
struct Chain {
  const char* name;
  int levels;  // number of JSON levels that one level of the schema needs
  std::string open, close;
  std::string open_value, close_value;
};

void PrintTo(const Chain& chain, std::ostream* to) { *to << chain.name; }

const Chain kChains[] = {
    {"items", 1, R"({"type":"array","items":)", "}", "[", "]"},
    {"properties", 2, R"({"type":"object","properties":{"a":)", "}}", R"({"a":)", "}"},
    {"additionalProperties", 1, R"({"type":"object","additionalProperties":)", "}", R"({"a":)", "}"},
    {"untyped", 2, R"({"properties":{"a":)", "}}", R"({"a":)", "}"},
    {"not", 1, R"({"not":)", "}", "[", "]"},
    {"allOf", 2, R"({"allOf":[)", "]}", R"({"b":)", "}"},
    {"anyOf", 2, R"({"anyOf":[)", R"(],"items":{}})", "[", "]"},
    {"embedded", 2, R"({"type":"object","x-kubernetes-embedded-resource":true,"properties":{"a":)", "}}",
     R"({"metadata":1,"a":)", "}"},
    {"set", 1, R"({"type":"array","x-kubernetes-list-type":"set","items":)", "}", "[1,1,", "]"},
    {"nested in anyOf", 2, R"({"items":{"anyOf":[)", "]}}", "[", "]"},
};

std::string Times(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string SchemaOf(const Chain& chain, int levels, const std::string& leaf) {
  const int times = levels / chain.levels;
  return Times(chain.open, times) + leaf + Times(chain.close, times);
}

std::string ObjectOf(const Chain& chain, int levels) {
  const int times = levels / chain.levels;
  return R"({"a":)" + Times(chain.open_value, times) + "null" + Times(chain.close_value, times) + "}";
}

std::string Crd(const std::string& version, const std::string& schema) {
  return R"({"apiVersion":"apiextensions.k8s.io/)" + version +
         R"(","kind":"CustomResourceDefinition","metadata":{"name":"as.example.com"},"spec":{)"
         R"("group":"example.com","names":{"plural":"as","kind":"A"},"scope":"Cluster",)"
         R"("versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":)" +
         schema + "}}]}}";
}

// Returns input lines of `structural batch`, one or more for each operation, with `levels` levels of JSON. The tests
// pass all lines to each operation, which answers with an error to those of other operations.
std::vector<std::string> LinesOf(const Chain& chain, int levels) {
  const std::string nested = Times("[", levels) + Times("]", levels);
  std::vector<std::string> lines;
  const std::string leaf = R"({"type":"string","default":1})";
  const std::string schema = R"({"type":"object","properties":{"a":)" + SchemaOf(chain, levels, leaf) + "}}";
  const std::string object = ObjectOf(chain, levels);
  lines.push_back(R"({"schema":)" + schema + R"(,"object":)" + object + R"(,"old":)" + object + R"(,"new":)" + object +
                  "}");
  lines.push_back(Crd("v1", schema));
  lines.push_back(Crd("v1beta1", schema));
  lines.push_back(R"({"crd":)" + Crd("v1beta1", schema) + "}");
  lines.push_back(R"({"schema":{"type":"object","properties":{"a":{"default":)" + nested +
                  R"(,"x-kubernetes-preserve-unknown-fields":true}}},"object":{}})");
  return lines;
}

void Generate(const std::string& line) {
  base::Arena arena;
  const auto kinds = generate::ReadKinds(line, arena);
  if (!kinds.ok() || kinds->empty() || !kinds->front().refusal_reasons.empty()) return;
  generate::proto::FieldNumberTable numbers;
  generate::go::WriteOneFile({&kinds->front()}, "");
  generate::proto::WriteFile({&kinds->front()}, "", numbers);
}

// Calls the function for each operation except yaml, whose reader is in document/, outside of the library.
void ForEachOperation(const std::function<void(const BatchOperation&)>& each) {
  for (const Profile profile : {Profile::kKubernetes, Profile::kKep}) {
    for (const BatchOperation& operation : BatchOperations(profile))
      if (operation.name != "yaml") each(operation);
  }
}

void RunAll(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    ForEachOperation([&](const BatchOperation& operation) {
      base::Arena arena;
      const auto answer = operation.run(line, arena);
      EXPECT_TRUE(answer.ok() ? !answer->empty() : !answer.error().message().empty());
    });
    Generate(line);
  }
}

void* Call(void* run) {
  (*static_cast<const std::function<void()>*>(run))();
  return nullptr;
}

// Returns the maximum number of bytes of the stack that the thread has used, in whole pages.
std::size_t UsedOf(char* stack, std::size_t size) {
  std::vector<unsigned char> resident(size / 4096);
  mincore(stack, size, resident.data());
  const auto first = std::ranges::find_if(resident, [](unsigned char page) { return page & 1; });
  return static_cast<std::size_t>(resident.end() - first) * 4096;
}

// Runs `run` on a stack of `size` bytes. Returns the number of bytes of the stack that were used.
std::size_t OnStack(std::size_t size, const std::function<void()>& run) {
  void* const stack = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  madvise(stack, size, MADV_NOHUGEPAGE);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, size);
  pthread_t thread;
  EXPECT_EQ(0, pthread_create(&thread, &attributes, &Call, const_cast<void*>(static_cast<const void*>(&run))));
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  const std::size_t used = UsedOf(static_cast<char*>(stack), size);
  munmap(stack, size);
  return used;
}

class DepthTest : public testing::TestWithParam<Chain> {};

TEST_P(DepthTest, AnswersOnThreadsOfEverySize) {
  for (const std::size_t size : {256 * kKiB, 8 * kMiB}) {
    OnStack(size, [] { RunAll(LinesOf(GetParam(), 9'900)); });
    OnStack(size, [] { RunAll(LinesOf(GetParam(), base::LevelsLeft() - 30)); });
  }
}

// Checks for each operation that each level of nesting needs at most kStackBytesPerLevel bytes of stack.
TEST_P(DepthTest, ALevelKeepsItsStackLimit) {
  constexpr int kLevels = 300;
  const auto lines = LinesOf(GetParam(), kLevels);
  ForEachOperation([&](const BatchOperation& operation) {
    for (const std::string& line : lines) {
      const std::size_t used = OnStack(64 * kMiB, [&] {
        base::Arena arena;
        (void)operation.run(line, arena);
      });
      EXPECT_LE(used, base::kStackReserveBytes + kLevels * base::kStackBytesPerLevel)
          << operation.name << ": " << line.substr(0, 120);
    }
  });
}

std::string ChainName(const testing::TestParamInfo<Chain>& chain) {
  std::string name = chain.param.name;
  std::erase(name, ' ');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Chains, DepthTest, testing::ValuesIn(kChains), ChainName);

}  // namespace depth_test
}  // namespace structural::cli
