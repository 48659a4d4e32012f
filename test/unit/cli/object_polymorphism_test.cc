// The lint rule object-polymorphism reports exactly those schemas with which the profile `kep` refuses to prune.
#include <random>

#include <gtest/gtest.h>

#include "cli/report/rules/strict/checks.h"
#include "schema/json/value.h"
#include "schema/objects/kep/prune.h"

namespace structural::rules {
namespace object_polymorphism_test {

using document::Tree;

// Generates schemas that combine fields and maps (additionalProperties) in every way.
class Schemas {
 public:
  explicit Schemas(unsigned seed) : random_(seed) {}

  std::string Next(int depth) {
    std::string schema = "{\"type\": \"object\"";
    for (const std::string_view keyword : {"properties", "patternProperties"}) {
      if (OneIn(3)) schema += Entry(keyword) + Map(depth);
    }
    for (const std::string_view keyword : {"additionalProperties", "additionalItems", "not"}) {
      if (OneIn(5)) schema += Entry(keyword) + Inner(depth);
    }
    for (const std::string_view keyword : {"allOf", "anyOf", "oneOf", "items"}) {
      if (OneIn(5)) schema += Entry(keyword) + List(depth);
    }
    return schema + "}";
  }

 private:
  bool OneIn(unsigned n) { return random_() % n == 0; }
  static std::string Entry(std::string_view key) { return ", \"" + std::string(key) + "\": "; }
  std::string Inner(int depth) {
    if (OneIn(5)) return OneIn(2) ? "true" : "false";
    return depth == 0 ? "{}" : Next(depth - 1);
  }
  std::string Map(int depth) {
    std::string map = "{\"a\": " + Inner(depth);
    if (OneIn(2)) map += ", \"b\": " + Inner(depth);
    return map + "}";
  }
  std::string List(int depth) { return "[" + Inner(depth) + ", " + Inner(depth) + "]"; }

  std::mt19937 random_;
};

// Reports whether the lint rule one-structure has a finding about the schema or about a schema in it: one that has both
// properties and additionalProperties.
bool IsOneStructure(const Tree& tree) {
  bool found = false;
  const SchemaRoot root{Tree::kRoot, "$"};
  ForEachSchema(tree, root, [&](const VisitedSchema& at) {
    const Tree::Node fields = tree.Member(at.node, "properties");
    const Tree::Node map = tree.Member(at.node, "additionalProperties");
    found |= fields != Tree::kNone && map != Tree::kNone && tree.IsObject(map);
  });
  return found;
}

TEST(ObjectPolymorphism, IsFoundWhereThePruningKepRefusesTheSchema) {
  Schemas schemas(7);
  int refused = 0, taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string json = schemas.Next(i % 4);
    const Tree tree(json);
    if (IsOneStructure(tree)) continue;
    base::Arena arena;
    json::JsonReader in(json, arena);
    const json::Value schema = json::Parser(arena).Read(in);
    const auto restrictions = objects::kep::Restrictions(schema, objects::kep::Nesting::kAllowed, arena);
    std::vector<StrictFinding> found;
    CheckObjectPolymorphism(tree, {Tree::kRoot, "$"}, found);
    ASSERT_EQ(restrictions.empty(), found.empty()) << json;
    ++(found.empty() ? taken : refused);
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(taken, 500);
}

}  // namespace object_polymorphism_test
}  // namespace structural::rules
