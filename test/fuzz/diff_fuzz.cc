// Reads any text as two schemas of the spec of a version, {"old": S, "new": S}. Compares them, searches for witnesses
// of the changes, and generates an example of the new schema.
#include <string>

#include "schema/admission/served.h"
#include "schema/compare/compare.h"
#include "schema/example/example.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

// fixed_bytes covers compare::SearchBudget, values::Limits, and the cost limits of rules in CEL.
const Cost kCost{.bytes_per_byte = 16384, .fixed_bytes = 640 << 20, .microseconds_per_byte = 1000, .fixed_seconds = 60};

namespace {

std::string CrdOf(std::string_view schema) {
  std::string text = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)";
  text += R"("metadata":{"name":"cases.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)";
  text += R"("names":{"plural":"cases","singular":"case","kind":"Case","listKind":"CaseList"},)";
  text += R"("versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},)";
  text += R"("schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":)";
  text += schema;
  return text + "}}}}]}}";
}

struct Input {
  std::string_view before, after;
};

Input Read(std::string_view text, base::Arena& arena) {
  json::JsonReader in(text, arena);
  std::string_view key;
  Input input;
  for (in.BeginObject(); in.NextKey(&key);)
    (key == "old" ? input.before : key == "new" ? input.after : key) = in.Skip();
  return in.AtEnd() ? input : Input{};
}

void CheckWitnesses(const compare::Comparison& comparison) {
  for (const compare::Change& change : comparison.changes) {
    if (!change.witness) continue;
    Require(!change.witness->object.empty(), "a witness is an object");
    const bool refused = !change.witness->refusal.empty() && change.witness->read_object.empty();
    Require(change.refuses() == refused,
            "what is refused has an answer, and what is stored otherwise is read otherwise or has none");
  }
}

void CheckExample(const std::string& crd) {
  base::Arena arena;
  const auto served = admission::Serve(crd, arena);
  if (!served.ok()) return;
  const auto* version = served->Find("v1");
  for (const auto size : {values::Size::kSmallest, values::Size::kFull}) {
    const auto made = example::MakeExample(*served, *version, {.size = size}, arena);
    Require(made.errors.empty() == example::CreateErrors(*served, *version, made.object).empty(),
            "errors are those of a create");
  }
}

}  // namespace

void Try(std::string_view text) {
  const MemoryLimit memory(text.size());
  base::Arena arena;
  const Input input = Read(text, arena);
  if (input.before.empty() || input.after.empty()) return;
  const std::string before = CrdOf(input.before), after = CrdOf(input.after);
  // The space makes the texts different, since equal texts are not compared.
  const auto same = compare::Compare(before, before + " ", arena);
  Require(!same.ok() || same->changes.empty(), "a CRD has no changes against itself");
  auto comparison = compare::Compare(before, after, arena);
  if (!comparison.ok()) return;
  compare::FindWitnesses(before, after, *comparison, arena);
  CheckWitnesses(*comparison);
  CheckExample(after);
}

}  // namespace structural::fuzz
