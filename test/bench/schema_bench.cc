// schema_bench [--benchmark_… FLAGS] [FILE] measures the time to decode and to evaluate CRDs, and that it grows
// linearly with the input. The lines "BigO" and "RMS" are the cost per byte (or field, level, violation) and the
// distance of the measurements from a straight line. FILE has one CRD a line. Each line is measured, and so are
// generated CRDs.
#include <fstream>
#include <iostream>

#include "test/bench/measures.h"
#include "test/bench/synthetic.h"

namespace structural::bench {
namespace {

using Measure = void (*)(benchmark::State&, std::span<const std::string>);
using Make = std::string (*)(std::size_t);

void OverSizes(const std::string& name, Measure measure, Make make, const std::vector<std::int64_t>& sizes) {
  const auto run = [=](benchmark::State& state) {
    const std::string crd = make(static_cast<std::size_t>(state.range(0)));
    measure(state, {&crd, 1});
    state.SetComplexityN(state.range(0));
  };
  auto* made = benchmark::RegisterBenchmark(name.c_str(), run);
  made->ArgsProduct({sizes})->Complexity(benchmark::oN)->Unit(benchmark::kMicrosecond);
}

void MessageOverSizes(const std::vector<std::int64_t>& sizes) {
  const auto run = [](benchmark::State& state) {
    Message(state, Violating(static_cast<std::size_t>(state.range(0))));
    state.SetComplexityN(state.range(0));
  };
  auto* made = benchmark::RegisterBenchmark("message", run);
  made->ArgsProduct({sizes})->Complexity(benchmark::oN)->Unit(benchmark::kMicrosecond);
}

void RegisterSynthetic() {
  const std::vector<std::int64_t> bytes = {1 << 10, 8 << 10, 38 << 10, 1 << 20, 50 << 20};
  const std::vector<std::int64_t> counts = {100, 1000, 10'000, 100'000};
  OverSizes("decode/bytes", Decode, OfSize, bytes);
  OverSizes("evaluate/bytes", Evaluate, OfSize, bytes);
  OverSizes("both/bytes", DecodeAndEvaluate, OfSize, bytes);
  OverSizes("both/siblings", DecodeAndEvaluate, Siblings, counts);
  OverSizes("both/levels", DecodeAndEvaluate, Nested, {10, 100, 1000});
  OverSizes("both/violations", DecodeAndEvaluate, Violating, counts);
  MessageOverSizes(counts);
}

std::vector<std::string> LinesOf(const char* file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

void RegisterLines(const std::vector<std::string>& lines) {
  const auto add = [&](const char* name, Measure measure) {
    benchmark::RegisterBenchmark(name, [=, &lines](benchmark::State& state) {
      measure(state, lines);
    })->Unit(benchmark::kMillisecond);
  };
  add("file/decode", Decode);
  add("file/evaluate", Evaluate);
  add("file/both", DecodeAndEvaluate);
}

}  // namespace
}  // namespace structural::bench

int main(int argc, char** argv) {
  using namespace structural::bench;
  benchmark::Initialize(&argc, argv);
  std::vector<std::string> lines;
  RegisterSynthetic();
  if (argc > 1) {
    lines = LinesOf(argv[1]);
    if (lines.empty()) {
      std::cerr << "schema_bench: no lines in " << argv[1] << "\n";
      return 1;
    }
    RegisterLines(lines);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
