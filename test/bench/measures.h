// Benchmarks of decoding, evaluation and messages, for any CRDs.
#pragma once

#include <span>
#include <string>

#include <benchmark/benchmark.h>

namespace structural::bench {

// Each function handles all of `crds` in one iteration, with one arena, and reports bytes and CRDs per second. A CRD
// that cannot be decoded is handled up to the error.
void Decode(benchmark::State& state, std::span<const std::string> crds);
void Evaluate(benchmark::State& state, std::span<const std::string> crds);
void DecodeAndEvaluate(benchmark::State& state, std::span<const std::string> crds);

// Measures the time to write the message that lists the violations of `crd`, and reports violations per second.
void Message(benchmark::State& state, const std::string& crd);

}  // namespace structural::bench
