// What is measured, on any CRDs.
#pragma once

#include <span>
#include <string>

#include <benchmark/benchmark.h>

namespace structural::bench {

// Each measures all of `crds` in one iteration, with one arena from begin to end, and counts bytes
// and items (CRDs). Those that cannot be decoded cost what it takes to find out.
void Decode(benchmark::State& state, std::span<const std::string> crds);
void Evaluate(benchmark::State& state, std::span<const std::string> crds);
void DecodeAndEvaluate(benchmark::State& state, std::span<const std::string> crds);

// The message of one CRD's violations; items are violations.
void Message(benchmark::State& state, const std::string& crd);

}  // namespace structural::bench
