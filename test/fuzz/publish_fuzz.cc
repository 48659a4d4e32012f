// Publishes any text as a CRD. Requires that the documents are valid JSON in OpenAPI v2 and v3, both as Kubernetes
// publishes them and as the KEP describes them.
#include <nlohmann/json.hpp>

#include "schema/crd/crd.h"
#include "schema/json/value.h"
#include "schema/publish/documents.h"
#include "schema/publish/kep/unfold.h"
#include "schema/unions/kep/crd_unions.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 2048, .fixed_bytes = 32 << 20, .microseconds_per_byte = 500};

namespace {

using nlohmann::json;
using publish::Definition;
using publish::Documents;
using publish::OpenApi;
using publish::Resource;

// Maximum bytes of a document for each byte of the CRD. The document is longer than the CRD: one flag of a schema adds
// all fields of an embedded resource, and a control character becomes six characters.
constexpr std::size_t kPerByte = 64;
// Maximum bytes of the paths for each byte of the CRD. Each path contains the name of the kind.
constexpr std::size_t kPathsPerByte = 2048;
constexpr std::size_t kMax = std::size_t{1} << 20;

void CheckDefinition(const Definition& definition, std::size_t input) {
  RequireBound(definition.schema.size(), input, kPerByte, kMax, "a definition is bounded");
  const json schema = json::parse(definition.schema, nullptr, false);
  Require(schema.is_object(), "a definition is an object in JSON");
  Require(schema.contains("x-kubernetes-group-version-kind"), "a definition says of what it is");
}

std::vector<std::string> TextsOf(const Resource& resource, OpenApi format, std::size_t input, base::Arena& arena) {
  const MemoryLimit memory(input);
  Documents documents(format, publish::DocumentParts::kAll);
  documents.Add(resource, publish::KindDefinition(resource, format, arena), arena);
  return documents.Texts();
}

void CheckDocuments(const Resource& resource, OpenApi format, std::size_t input, base::Arena& arena) {
  for (const std::string& text : TextsOf(resource, format, input, arena)) {
    RequireBound(text.size(), input, kPathsPerByte, kMax, "a document is bounded");
    const json document = json::parse(text, nullptr, false);
    Require(document.is_object() && !document.at("paths").empty(), "a document has paths");
  }
}

void CheckResource(const Resource& resource, const structural::json::Value& kep, std::size_t input,
                   base::Arena& arena) {
  for (const OpenApi format : {OpenApi::kV2, OpenApi::kV3}) {
    CheckDefinition(publish::KindDefinition(resource, format, arena), input);
    CheckDefinition(publish::ListDefinition(resource, format, arena), input);
    CheckDefinition(publish::kep::KindDefinition(resource, kep, format, arena), input);
    CheckDocuments(resource, format, input, arena);
  }
}

}  // namespace

void Try(std::string_view text) {
  base::Arena arena;
  const auto crd = crd::Decode(text, arena);
  if (!crd.ok()) return;
  const auto unions = unions::kep::ReadCrdUnions(text, *crd, arena);
  for (const crd::Version& version : crd->versions) {
    const base::Arena::Mark before = arena.Here();
    const auto resource = publish::ResourceOf(*crd, version.name, arena);
    if (!publish::CheckNames(resource).ok()) continue;
    const bool usable = unions.first_error() == nullptr;
    const auto kep = usable ? unions.SchemaOf(version.name) : structural::json::Value();
    CheckResource(resource, kep, text.size(), arena);
    arena.Rewind(before);
  }
  RequireBound(arena.peak_bytes(), text.size(), 1024, std::size_t{32} << 20, "memory is linear in the CRD");
}

}  // namespace structural::fuzz
