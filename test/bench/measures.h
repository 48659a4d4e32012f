// Benchmarks of decoding, evaluation and messages, for any CRDs.
#pragma once

#include <span>
#include <string>

#include <benchmark/benchmark.h>

namespace structural::bench {

// Each function measures all of `crds` in one iteration, with one arena, and counts bytes and items (CRDs). A CRD that
// cannot be decoded is measured up to the error.
void Decode(benchmark::State& state, std::span<const std::string> crds);
void Evaluate(benchmark::State& state, std::span<const std::string> crds);
void DecodeAndEvaluate(benchmark::State& state, std::span<const std::string> crds);

// Measures writing the message that lists the violations of one CRD. The counted items are violations.
void Message(benchmark::State& state, const std::string& crd);

}  // namespace structural::bench
