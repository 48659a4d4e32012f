// Measures rules in CEL, in CPU microseconds.
//
// rules_bench rules FILE: compiling a rule, as the oracle's `benchrules`. FILE has a CRD a line.
//
// rules_bench requests FILE: a create, as the oracle's `benchrequests`. FILE has input lines of
// `structural batch admit`.
//
// rules_bench: the growth of the cost of compiling with the length of a rule, and of running with the
// object and with the steps of a loop.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "schema/admission/admit.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/reader.h"

namespace structural::bench {
namespace {

using crd::Structural;
using expressions::RuleSet;

constexpr int kAgain = 20;

double Cpu() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

template <typename Do>
double Took(int times, Do run) {
  const double start = Cpu();
  for (int i = 0; i < times; ++i) run();
  return (Cpu() - start) / times;
}

// Returns the maximum resident memory of the process in megabytes.
double Peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024 / 1e6;
  return 0;
}

std::size_t CountRules(const Structural& schema) {
  std::size_t count = schema.x_validations.size();
  if (schema.items != nullptr) count += CountRules(*schema.items);
  const auto* additional = schema.additional_properties;
  if (additional != nullptr && additional->structural != nullptr) count += CountRules(*additional->structural);
  for (const auto& [name, property] : schema.properties) count += CountRules(*property);
  return count;
}

void BenchRules(std::istream& in) {
  double took = 0;
  std::size_t crds = 0, rules = 0;
  base::Arena arena;
  for (std::string line; std::getline(in, line); arena.Reset()) {
    const auto crd = crd::Decode(line, arena);
    if (!crd.ok()) continue;
    ++crds;
    for (const crd::Version& version : crd->versions) {
      if (version.schema == nullptr) continue;
      const auto form = crd::NewStructural(*version.schema, arena, crd::EmptyLists::kKeep);
      if (form.index() != 0) continue;
      const Structural& schema = *std::get<0>(form);
      rules += CountRules(schema);
      took += Took(1, [&] { RuleSet set(schema); });
    }
  }
  std::printf("{\"crds\":%zu,\"rules\":%zu,\"compile\":%.3f,\"peak\":%.1f}\n", crds, rules,
              took / static_cast<double>(std::max<std::size_t>(rules, 1)), Peak());
}

// The CRD and the object of an input line of `structural batch admit`, as JSON.
struct RequestLine {
  std::string_view crd, object;
};

RequestLine ReadLine(std::string_view text, base::Arena& arena) {
  RequestLine line;
  json::JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) (key == "crd" ? line.crd : key == "object" ? line.object : key) = in.Skip();
  return line;
}

std::size_t Create(const admission::ServedResource& resource, const admission::ServedVersion& version,
                   std::string_view body, base::Arena& arena) {
  const admission::Request request{
      .body = body, .space = resource.namespaced ? "default" : "", .system = {"u", "", "xxxxx"}};
  const std::size_t errors = admission::Admit(resource, version, request, arena).errors.size();
  arena.Reset();
  return errors;
}

void BenchRequests(std::istream& in) {
  double took = 0;
  std::size_t requests = 0, refused = 0;
  base::Arena lines, arena;
  for (std::string text; std::getline(in, text); lines.Reset()) {
    const RequestLine line = ReadLine(text, lines);
    const auto served = admission::Serve(line.crd, lines);
    if (!served.ok() || served->Storage() == nullptr) continue;
    const admission::ServedVersion& version = *served->Storage();
    ++requests;
    refused += Create(*served, version, line.object, arena) > 0;
    took += Took(kAgain, [&] { Create(*served, version, line.object, arena); });
  }
  std::printf("{\"requests\":%zu,\"refused\":%zu,\"request\":%.3f,\"peak\":%.1f}\n", requests, refused,
              took / static_cast<double>(std::max<std::size_t>(requests, 1)), Peak());
}

// Returns a structural schema of a list of texts, with the rule.
const Structural* WithRule(const std::string& rule, base::Arena& arena) {
  const std::string_view text =
      arena.Copy(std::string_view(R"({"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}},)"
                                  R"("x-kubernetes-validations":[{"rule":")" +
                                  rule + "\"}]}"));
  auto* const props = arena.New<crd::JSONSchemaProps>();
  json::JsonReader in(text, arena);
  crd::DecodeSchema(in, arena, *props);
  return std::get<0>(crd::NewStructural(*props, arena));
}

std::string Repeated(std::string text, std::string_view part, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

void PrintGrowth(const char* name, std::size_t size, double took, std::int64_t cost) {
  std::printf("{\"name\":\"%s\",\"size\":%zu,\"us\":%.1f,\"us_each\":%.4f,\"cost\":%lld}\n", name, size, took,
              took / static_cast<double>(size), static_cast<long long>(cost));
}

void GrowCompile(std::size_t parts) {
  base::Arena arena;
  const Structural& schema = *WithRule(Repeated("self.l.size() > 0", " && self.l.all(x, x.size() < 9)", parts), arena);
  PrintGrowth("compile a rule of parts", parts, Took(kAgain, [&] { RuleSet set(schema); }), 0);
}

void GrowRun(const char* name, const std::string& rule, std::size_t size, const std::string& object) {
  base::Arena schemas, arena;
  const RuleSet rules(*WithRule(rule, schemas));
  const json::Value value = *json::Parser(schemas).Parse(object);
  std::int64_t cost = 0;
  const double took = Took(kAgain, [&] {
    cost = rules.Run({.object = value}, arena).cost;
    arena.Reset();
  });
  PrintGrowth(name, size, took, cost);
}

std::string ListOf(std::size_t size) { return R"({"l":["a")" + Repeated("", ",\"a\"", size - 1) + "]}"; }

void Grow() {
  for (const std::size_t parts : {25, 50, 100, 200, 400, 800}) GrowCompile(parts);
  for (const std::size_t size : {4000, 8000, 16'000, 32'000})
    GrowRun("run over elements", "self.l.all(x, x.startsWith('a') && x != 'b')", size, ListOf(size));
  for (const std::size_t size : {4000, 8000, 16'000}) {
    GrowRun("steps that cel-go's tracker searches for",
            "lists.range(" + std::to_string(size) + ").all(x, x in [-1, -2] || x >= 0)", size, "{}");
  }
}

}  // namespace
}  // namespace structural::bench

int main(int argc, char** argv) {
  using namespace structural::bench;
  if (argc < 3) {
    Grow();
    return 0;
  }
  std::ifstream file(argv[2]);
  if (!file) {
    std::cerr << "rules_bench: cannot read " << argv[2] << "\n";
    return 1;
  }
  std::string_view(argv[1]) == "rules" ? BenchRules(file) : BenchRequests(file);
  return 0;
}
