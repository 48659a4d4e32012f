// applies_bench FILE: CPU microseconds of a request in a sequence of applies, updates and patches, as the oracle's
// `benchapplies` measures them. FILE has input lines of `structural batch applies`. A request is handled from its body
// to its answer.
//
// applies_bench: the growth of the cost of an apply with the object, and with the number of managers.
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "document/reader.h"
#include "schema/admission/object_server.h"
#include "schema/admission/served.h"
#include "schema/json/members.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"

namespace structural::bench {
namespace {

using admission::ApplicableResource;
using admission::ObjectRequest;
using admission::ObjectServer;
using admission::ServedResource;
using admission::ServedVersion;
using admission::Verb;
using json::Value;

constexpr int kAgain = 20;

double Cpu() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

// Returns the maximum resident memory of the process in megabytes.
double Peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024 / 1e6;
  return 0;
}

// One request of a sequence. Its texts point into the line of the input, or into the arena with which the line was
// read.
struct BenchRequest {
  std::string_view verb;
  std::string_view body;  // the body in the form in which it is sent
  ObjectRequest request;
};

struct BenchLine {
  std::string_view crd, name, space, live;
  std::vector<BenchRequest> requests;
};

Verb VerbOf(std::string_view name) {
  if (name == "create") return Verb::kCreate;
  if (name == "update") return Verb::kUpdate;
  if (name == "merge") return Verb::kMergePatch;
  return name == "json" ? Verb::kJsonPatch : Verb::kApply;
}

std::string_view JsonText(const Value& value, base::Arena& arena) {
  std::string text;
  json::AppendJson(value, text);
  return arena.Copy(std::string_view(text));
}

BenchRequest RequestOf(const Value& value, base::Arena& arena) {
  BenchRequest read{.verb = TextOf(value.Find("verb")), .body = {}, .request = {}};
  const Value *body = value.Find("body"), *text = value.Find("text"), *force = value.Find("force");
  read.body = text != nullptr ? TextOf(text) : body != nullptr ? JsonText(*body, arena) : "null";
  read.request = {.verb = VerbOf(read.verb), .body = read.body};
  read.request.manager = TextOf(value.Find("manager"));
  read.request.version = TextOf(value.Find("version"));
  read.request.subresource = TextOf(value.Find("subresource"));
  if (force != nullptr && !force->is_null()) read.request.force = json::IsTrue(force);
  read.request.now = "2100-01-01T00:00:00Z";
  const std::string_view api_version = TextOf(body == nullptr ? nullptr : body->Find("apiVersion"));
  if (read.request.version.empty() && api_version.find('/') != api_version.npos)
    read.request.version = api_version.substr(api_version.find('/') + 1);
  return read;
}

BenchLine LineOf(std::string_view text, base::Arena& arena) {
  BenchLine line;
  json::JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    const std::string_view value = in.Skip();
    if (key == "crd") line.crd = value;
    if (key == "live") line.live = value;
    if (key != "name" && key != "namespace" && key != "requests") continue;
    const auto read = json::Parser(arena).Parse(value);
    if (!read.ok()) continue;
    if (key == "name") line.name = TextOf(&*read);
    if (key == "namespace") line.space = TextOf(&*read);
    if (key != "requests") continue;
    for (const Value& each : json::ElementsOf(&*read)) line.requests.push_back(RequestOf(each, arena));
  }
  return line;
}

struct Times {
  std::map<std::string, double> took = {};
  std::map<std::string, std::size_t> count = {};
  std::size_t refused = 0;

  void Print() const {
    double all = 0;
    std::size_t requests = 0;
    std::string verbs;
    for (const auto& [verb, number] : count) {
      all += took.at(verb);
      requests += number;
      const double each = took.at(verb) / static_cast<double>(number) / kAgain;
      verbs += (verbs.empty() ? "\"" : ",\"") + verb + "\":" + std::to_string(each);
    }
    std::printf("{\"requests\":%zu,\"refused\":%zu,\"request\":%.3f,\"verbs\":{%s},\"peak\":%.1f}\n", requests,
                refused / kAgain, all / static_cast<double>(std::max<std::size_t>(requests, 1)) / kAgain, verbs.c_str(),
                Peak());
  }
};

// Returns the request's body with the current resourceVersion of the server's object, as a client sends it after a
// read. Returns the body unchanged if it has a resourceVersion, or if the server has no object.
std::string_view WithRevision(const BenchRequest& each, const ObjectServer& server, const ServedVersion& version,
                              base::Arena& arena) {
  const Value live = server.Get(version, arena);
  const auto body = json::Parser(arena).Parse(each.body);
  if (!live.is_object() || !body.ok() || !body->is_object()) return each.body;
  Value object = *body;
  const Value* revision = Below(live.Find("metadata"), "resourceVersion");
  Value* metadata = object.Find("metadata");
  if (metadata == nullptr || !metadata->is_object() || revision == nullptr || metadata->Find("resourceVersion"))
    return each.body;
  json::Set(*metadata, "resourceVersion", *revision, arena);
  return JsonText(object, arena);
}

// Sends each request of the sequence `line` once to a new ObjectServer. The body of an apply is YAML.
void RunSequence(const BenchLine& line, const ServedResource& served, const ApplicableResource& resource,
                 Times* times) {
  base::Arena arena;
  const std::string space(!served.namespaced ? "" : line.space.empty() ? "default" : line.space);
  ObjectServer server(resource, std::string(line.name), space);
  if (!line.live.empty() && line.live != "null") {
    auto live = json::Parser(arena).Parse(line.live);
    if (!live.ok() || !live->is_object()) return;
    admission::CompleteStored(*live, served, line.name, space, arena);
    server.Store(*live);
  }
  for (const BenchRequest& each : line.requests) {
    arena.Reset();
    ObjectRequest request = each.request;
    const ServedVersion* storage = served.Storage();
    if (request.version.empty() && storage != nullptr) request.version = storage->name;
    if (request.verb == Verb::kUpdate && storage != nullptr) request.body = WithRevision(each, server, *storage, arena);
    const double start = Cpu();
    std::string json;
    if (request.verb == Verb::kApply) {
      const auto read = document::ReadYaml(each.body);
      if (const auto* yaml = std::get_if<document::Document>(&read)) json = yaml->json;
      request.body = json;
    }
    const admission::ObjectAnswer answer = server.Handle(request, arena);
    std::string written;
    if (answer.errors.empty()) json::AppendJson(answer.object, written);
    const double took = Cpu() - start;
    if (times == nullptr) continue;
    times->took[std::string(each.verb)] += took;
    times->refused += answer.errors.empty() ? 0 : 1;
  }
}

void BenchFile(std::istream& in) {
  Times times;
  base::Arena arena;
  for (std::string text; std::getline(in, text); arena.Reset()) {
    const BenchLine line = LineOf(text, arena);
    const auto served = admission::Serve(line.crd, arena);
    if (!served.ok()) continue;
    ApplicableResource resource;
    admission::CompileApplicable(*served, arena, resource);
    RunSequence(line, *served, resource, nullptr);
    for (int i = 0; i < kAgain; ++i) RunSequence(line, *served, resource, &times);
    for (const BenchRequest& each : line.requests) ++times.count[std::string(each.verb)];
  }
  times.Print();
}

constexpr std::string_view kPorts =
    R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"foos.example.com"},)"
    R"("spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"foos","kind":"Foo"},"versions":[{"name":"v1",)"
    R"("served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"ports":{"type":"array",)"
    R"("x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"],"items":{"type":"object","required":["port"],)"
    R"("properties":{"port":{"type":"integer"},"name":{"type":"string"}}}}}}}}]}})";

// Returns the CPU microseconds of an apply of an object with `items` ports. Before that, another manager has applied
// `items` other ports.
double Growth(std::size_t items) {
  base::Arena crd, arena;
  const auto served = admission::Serve(kPorts, crd);
  ApplicableResource resource;
  admission::CompileApplicable(*served, crd, resource);
  const auto body = [&](std::size_t first, std::string_view name) {
    std::string text = R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"ports":[)";
    for (std::size_t i = 0; i < items; ++i)
      text += (i == 0 ? R"({"port":)" : R"(,{"port":)") + std::to_string(first + i) + R"(,"name":")" +
              std::string(name) + R"("})";
    return text + "]}";
  };
  ObjectServer server(resource, "a", "default");
  double took = 0;
  for (int i = 0; i <= kAgain; ++i) {
    arena.Reset();
    const std::string text = body(i == 0 ? 0 : items, std::to_string(i));
    ObjectRequest request{.verb = Verb::kApply, .body = text, .version = "v1", .manager = i == 0 ? "one" : "two"};
    request.now = "2100-01-01T00:00:00Z";
    const double start = Cpu();
    server.Handle(request, arena);
    if (i > 0) took += Cpu() - start;
  }
  return took / kAgain;
}

}  // namespace
}  // namespace structural::bench

int main(int argc, char** argv) {
  using namespace structural::bench;
  if (argc < 2) {
    for (const std::size_t items : {10, 100, 1000, 10'000}) {
      const double took = Growth(items);
      std::printf("{\"items\":%zu,\"us\":%.1f,\"us_each\":%.4f}\n", items, took, took / static_cast<double>(items));
    }
    return 0;
  }
  std::ifstream file(argv[1]);
  if (!file) {
    std::cerr << "applies_bench: cannot read " << argv[1] << "\n";
    return 1;
  }
  BenchFile(file);
  return 0;
}
