// {"crd": C, "version": V, "size": "smallest" | "usual" | "full"} -> {"object", "errors", "leftOut"}:
// an object that a server creates. {"crd": C, "version": V, "count": N, "seed": S, "onlyAccepted": B, "withStatus": B} ->
// {"objects"}: objects near the limits of the schema.
#include "schema/example/example.h"

#include "cli/batch/batch.h"
#include "cli/batch/served_crd.h"
#include "schema/example/probes.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using admission::ServedVersion;
using base::ErrorCode;
using json::Value;

struct ExampleLine {
  const admission::ServedResource* resource;
  const ServedVersion* version;
  Value value;
};

base::Result<ExampleLine> ReadExampleLine(std::string_view text, base::Arena& arena) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const Value* crd = line->Find("crd");
  if (crd == nullptr) return {ErrorCode::kInvalidInput, "no crd"};
  std::string json;
  json::AppendJson(*crd, json);
  const auto served = ServedFor(arena.Copy(std::string_view(json)), IsTrue(line->Find("crdStored")));
  if (!served.ok()) return served.error();
  const ServedVersion* version = VersionFor(**served, TextOf(line->Find("version")), "");
  if (version == nullptr) return {ErrorCode::kInvalidInput, "crd: no such served version"};
  return ExampleLine{*served, version, *line};
}

std::uint64_t NumberOf(const Value* value, std::uint64_t otherwise) {
  const bool is_number = value != nullptr && value->kind() == Value::Kind::kInt;
  return is_number ? static_cast<std::uint64_t>(value->integer()) : otherwise;
}

values::Size SizeOf(std::string_view word) {
  if (word == "full") return values::Size::kFull;
  return word == "usual" ? values::Size::kUsual : values::Size::kSmallest;
}

}  // namespace

base::Result<std::string> BatchExample(std::string_view text, base::Arena& arena) {
  const auto line = ReadExampleLine(text, arena);
  if (!line.ok()) return line.error();
  const example::ExampleOptions options{.size = SizeOf(TextOf(line->value.Find("size"))),
                                        .seed = NumberOf(line->value.Find("seed"), 0)};
  const auto made = example::MakeExample(*line->resource, *line->version, options, arena);
  json::Writer to;
  to.BeginObject().Add("errors", made.errors).Add("leftOut", made.left_out);
  return to.Add("object", made.object).EndObject().Take();
}

base::Result<std::string> BatchProbes(std::string_view text, base::Arena& arena) {
  const auto line = ReadExampleLine(text, arena);
  if (!line.ok()) return line.error();
  const example::ProbeOptions options{.seed = NumberOf(line->value.Find("seed"), 0),
                                      .count = NumberOf(line->value.Find("count"), 20),
                                      .only_accepted = IsTrue(line->value.Find("onlyAccepted")),
                                      .with_status = IsTrue(line->value.Find("withStatus"))};
  const auto objects = example::Probes(*line->resource, *line->version, options, arena);
  json::Writer to;
  return to.BeginObject().Add("objects", objects).EndObject().Take();
}

}  // namespace structural::cli
