#include "test/bench/measures.h"

#include "schema/crd/evaluate.h"

namespace structural::bench {
namespace {

void Count(benchmark::State& state, std::span<const std::string> crds) {
  std::size_t bytes = 0;
  for (const auto& crd : crds) bytes += crd.size();
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * crds.size()));
}

}  // namespace

void Decode(benchmark::State& state, std::span<const std::string> crds) {
  base::Arena arena;
  for (auto _ : state) {
    for (const auto& text : crds) {
      benchmark::DoNotOptimize(crd::Decode(text, arena));
      arena.Reset();
    }
  }
  Count(state, crds);
}

void Evaluate(benchmark::State& state, std::span<const std::string> crds) {
  base::Arena decoding, working;
  std::vector<crd::CustomResourceDefinition> decoded;
  for (const auto& text : crds) {
    if (auto crd = crd::Decode(text, decoding); crd.ok()) decoded.push_back(*std::move(crd));
  }
  for (auto _ : state) {
    for (const auto& crd : decoded) {
      benchmark::DoNotOptimize(crd::Evaluate(crd, working));
      working.Reset();
    }
  }
  Count(state, crds);
}

void DecodeAndEvaluate(benchmark::State& state, std::span<const std::string> crds) {
  base::Arena arena;
  for (auto _ : state) {
    for (const auto& text : crds) {
      if (const auto crd = crd::Decode(text, arena); crd.ok()) {
        benchmark::DoNotOptimize(crd::Evaluate(*crd, arena));
      }
      arena.Reset();
    }
  }
  Count(state, crds);
}

void Message(benchmark::State& state, const std::string& text) {
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  const auto verdict = crd::Evaluate(*decoded, arena);
  for (auto _ : state) benchmark::DoNotOptimize(kubernetes::Message(verdict.violations));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * verdict.violations.size()));
}

}  // namespace structural::bench
