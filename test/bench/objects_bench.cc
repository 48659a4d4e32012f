// objects_bench FILE: CPU microseconds per object for reading, pruning, defaulting, validating and writing, as the
// oracle's `benchobjects` measures them. FILE has {"schema": S, "object": O} a line, or several objects of that schema:
// "object": [O, O].
//
// objects_bench without arguments: the same in nanoseconds per byte, on objects of growing size.
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>

#include "cli/shared/schema_line.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/prune.h"
#include "schema/objects/validate.h"

namespace structural::bench {
namespace {

constexpr std::size_t kLines = 250;

struct Line {
  cli::SchemaLine read;
  const objects::Checks* checks;
  std::string_view json;
  json::Value object;
};

struct Watch {
  double objects = 0, bytes = 0, read = 0, prune = 0, fill = 0, validate = 0, write = 0;
};

double Cpu() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <typename Do>
void Each(std::vector<Line>& lines, double& took, Do step) {
  const double start = Cpu();
  for (Line& line : lines) step(line);
  took += Cpu() - start;
}

void Round(std::vector<Line>& lines, base::Arena& arena, Watch& watch) {
  std::size_t kept = 0;
  std::string text;
  json::Parser parser(arena);
  Each(lines, watch.read, [&](Line& l) { l.object = *parser.Parse(l.json); });
  Each(lines, watch.prune, [&](Line& l) { objects::Prune(l.object, l.read.structural, true); });
  Each(lines, watch.fill, [&](Line& l) {
    objects::PruneNulls(l.object, l.read.structural);
    kept += objects::Default(l.object, l.read.structural, arena).ok();
  });
  Each(lines, watch.validate, [&](Line& l) { kept += objects::ValidateValue({}, *l.checks, l.object).size(); });
  Each(lines, watch.write, [&](Line& l) {
    text.clear();
    json::AppendJson(l.object, text);
    kept += text.size();
  });
  watch.objects += static_cast<double>(lines.size());
  for (const Line& line : lines) watch.bytes += static_cast<double>(line.json.size());
  if (kept == 0) std::cerr << "nothing was done\n";
}

void Add(const Line& line, base::Arena& arena, std::vector<Line>& to) {
  if (!line.object.is_object()) return;
  std::string json;
  json::AppendJson(line.object, json);
  to.push_back(line);
  to.back().json = arena.Copy(json);
}

// Returns the lines whose objects are JSON objects and whose schemas are structural.
std::vector<Line> Read(const std::vector<std::string>& texts, base::Arena& arena) {
  std::vector<Line> lines;
  for (const std::string& text : texts) {
    const auto read = cli::ReadSchemaLine(text, arena);
    if (!read.ok() || read->structural == nullptr) continue;
    const auto object = cli::ObjectOf(*read);
    if (!object.ok()) continue;
    Line line{*read, objects::CompileChecks(*read->props, arena), {}, *object};
    if (!object->is_array()) Add(line, arena, lines);
    for (const json::Value& element : object->is_array() ? object->elements() : std::span<json::Value>()) {
      line.object = element;
      Add(line, arena, lines);
    }
  }
  return lines;
}

Watch Measure(std::istream& in) {
  Watch watch;
  base::Arena schemas, objects;
  std::vector<std::string> texts;
  for (std::string line; std::getline(in, line) || !texts.empty();) {
    if (in) texts.push_back(std::move(line));
    if (in && texts.size() < kLines) continue;
    auto lines = Read(texts, schemas);
    Round(lines, objects, watch);
    texts.clear();
    schemas.Reset();
    objects.Reset();
  }
  return watch;
}

void PrintEach(const Watch& w, double by) {
  std::printf("\"read\":%.3f,\"prune\":%.3f,\"default\":%.3f,\"validate\":%.3f,\"write\":%.3f}\n", w.read / by,
              w.prune / by, w.fill / by, w.validate / by, w.write / by);
}

// Returns an object with a list of `count` containers. Each container has fields that are kept, pruned, defaulted and
// validated.
std::string Containers(std::size_t count) {
  std::string text = R"({"schema":{"type":"object","properties":{"spec":{"type":"object","properties":{)"
                     R"("containers":{"type":"array","items":{"type":"object","required":["name"],"properties":{)"
                     R"("name":{"type":"string","maxLength":63,"pattern":"^[a-z0-9-]+$"},"image":{"type":"string"},)"
                     R"("replicas":{"type":"integer","minimum":0,"default":1},"port":{"x-kubernetes-int-or-string":)"
                     R"(true,"anyOf":[{"type":"integer"},{"type":"string"}]}}}}}}}},"object":{"spec":{"containers":[)";
  for (std::size_t i = 0; i < count; ++i) {
    text.append(i == 0 ? "" : ",").append(R"({"image":"registry.example.com/app:1.2","name":"c-)");
    text.append(std::to_string(i)).append(R"(","port":"http","unknown":{"a":[1,2,3]}})");
  }
  return text += "]}}}\n";
}

void Grow() {
  for (const std::size_t count : {100, 1000, 10'000, 100'000}) {
    std::string text;
    for (std::size_t i = 0; i < std::max<std::size_t>(1, 20'000 / count); ++i) text += Containers(count);
    std::istringstream in(text);
    const Watch watch = Measure(in);
    std::printf("{\"bytes\":%.0f,\"unit\":\"ns per byte\",", watch.bytes / watch.objects);
    PrintEach(watch, watch.bytes);
  }
}

}  // namespace
}  // namespace structural::bench

int main(int argc, char** argv) {
  using namespace structural::bench;
  if (argc < 2) {
    Grow();
    return 0;
  }
  std::ifstream file(argv[1]);
  if (!file) {
    std::cerr << "objects_bench: cannot read " << argv[1] << "\n";
    return 1;
  }
  const Watch watch = Measure(file);
  std::printf("{\"objects\":%.0f,", watch.objects);
  PrintEach(watch, watch.objects * 1e3);
  return 0;
}
