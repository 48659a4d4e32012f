// cases/litmus/TEST/: the litmus tests of the KEP. schema.json: {notes, schema}. kep.json, kubernetes.json: {v3, v2,
// skeleton}. v3 and v2 are the published schema of an object with the schema as its field x; skeleton is the schema
// without value validations. null means that nothing is published. Kubernetes' own code wrote kubernetes.json.
#include <deque>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "schema/crd/crd.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/transform.h"
#include "schema/publish/definitions.h"
#include "schema/publish/kep/unfold.h"
#include "schema/publish/schema_writer.h"

namespace structural::test {
namespace litmus_cases_test {

using nlohmann::json;
using publish::OpenApi;

json Read(const std::filesystem::path& file) { return json::parse(std::ifstream(file)); }

struct Litmus {
  std::string name;
  json schema, kep, kubernetes;
};

void PrintTo(const Litmus& litmus, std::ostream* out) { *out << litmus.name; }

std::vector<Litmus> LoadLitmus() {
  std::vector<Litmus> all;
  for (const auto& entry : std::filesystem::directory_iterator("cases/litmus")) {
    const auto& folder = entry.path();
    const json given = Read(folder / "schema.json");
    EXPECT_FALSE(given.at("notes").empty()) << folder;
    all.push_back({folder.filename(), given.at("schema"), Read(folder / "kep.json"), Read(folder / "kubernetes.json")});
  }
  std::ranges::sort(all, {}, &Litmus::name);
  return all;
}

// Returns the schema of an object whose field x has the given schema.
json Root(const json& schema) { return {{"type", "object"}, {"properties", {{"x", schema}}}}; }

std::string Crd(const json& schema) {
  const json names = {{"plural", "litmuses"}, {"kind", "Litmus"}};
  const json version = {{"name", "v1"}, {"served", true}, {"schema", {{"openAPIV3Schema", Root(schema)}}}};
  const json spec = {
      {"group", "example.com"}, {"scope", "Namespaced"}, {"names", names}, {"versions", json::array({version})}};
  return json{{"apiVersion", "apiextensions.k8s.io/v1"},
              {"kind", "CustomResourceDefinition"},
              {"metadata", {{"name", "litmuses.example.com"}}},
              {"spec", spec}}
      .dump();
}

class LitmusCase : public testing::TestWithParam<Litmus> {
 protected:
  const json& schema() const { return GetParam().schema; }

  publish::Resource Resource() {
    const auto crd = crd::Decode(text_, arena_);
    EXPECT_TRUE(crd.ok());
    return publish::ResourceOf(*crd, "v1", arena_);
  }

  structural::json::Value Parse(const json& value) {
    texts_.push_back(value.dump());
    return *structural::json::Parser(arena_).Parse(texts_.back());
  }

  static json FieldOf(const publish::Definition& definition) {
    return json::parse(definition.schema).value("/properties/x"_json_pointer, json());
  }

  std::string text_ = Crd(schema());
  std::deque<std::string> texts_;
  base::Arena arena_;
};

TEST_P(LitmusCase, IsPublishedAsInTheKep) {
  const auto published = [&](OpenApi format) {
    return FieldOf(publish::kep::KindDefinition(Resource(), Parse(Root(schema())), format, arena_));
  };
  EXPECT_EQ(GetParam().kep.at("v3"), published(OpenApi::kV3));
  EXPECT_EQ(GetParam().kep.at("v2"), published(OpenApi::kV2));
}

TEST_P(LitmusCase, HasTheSkeletonOfTheKep) {
  std::string skeleton;
  structural::json::AppendJson(publish::kep::Skeleton(Parse(schema()), arena_), skeleton);
  EXPECT_EQ(GetParam().kep.at("skeleton"), json::parse(skeleton));
}

TEST_P(LitmusCase, IsPublishedAsByKubernetes) {
  const auto published = [&](OpenApi format) { return FieldOf(publish::KindDefinition(Resource(), format, arena_)); };
  EXPECT_EQ(GetParam().kubernetes.at("v3"), published(OpenApi::kV3));
  EXPECT_EQ(GetParam().kubernetes.at("v2"), published(OpenApi::kV2));
}

TEST_P(LitmusCase, HasTheSkeletonOfKubernetes) {
  const std::string text = schema().dump();
  structural::json::JsonReader in(text, arena_);
  crd::JSONSchemaProps props;
  crd::DecodeSchema(in, arena_, props);
  const auto structural = crd::NewStructural(props, arena_);
  std::string skeleton;
  publish::SchemaWriter(arena_, skeleton).Write(*objects::Skeleton(*std::get<0>(structural), arena_).schema);
  EXPECT_EQ(GetParam().kubernetes.at("skeleton"), json::parse(skeleton));
}

std::string LitmusName(const testing::TestParamInfo<Litmus>& litmus) {
  std::string name = litmus.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Data, LitmusCase, testing::ValuesIn(LoadLitmus()), LitmusName);

}  // namespace litmus_cases_test
}  // namespace structural::test
