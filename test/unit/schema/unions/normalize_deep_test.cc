// The KEP's guarantees for clients that do not know a union, on generated schemas and sequences of updates: objects
// with several unions, also nested in fields, items and additional properties, and with nulls.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/unions/kep/declaration.h"
#include "schema/unions/kep/normalize.h"
#include "test/support/dice.h"

namespace structural::test {
namespace normalize_deep_test {

using nlohmann::json;

json AnyObjectSchema(Dice& dice, int depth);

json AnySchema(Dice& dice, int depth) {
  if (depth <= 0 || dice.Percent(40)) return {{"type", "integer"}};
  if (dice.Percent(50)) return AnyObjectSchema(dice, depth);
  const json below = AnyObjectSchema(dice, depth - 1);
  if (dice.Percent(40)) return {{"type", "object"}, {"additionalProperties", below}};
  json list = {{"type", "array"}, {"items", below}};
  if (!dice.Percent(50)) return list;
  list["items"]["properties"]["key"] = {{"type", "string"}};
  list["x-kubernetes-list-type"] = "map";
  list["x-kubernetes-list-map-keys"] = {"key"};
  return list;
}

json AnyObjectSchema(Dice& dice, int depth) {
  json schema = {{"type", "object"}, {"x-kubernetes-unions", json::array()}};
  schema["properties"]["other"] = AnySchema(dice, depth - 1);
  for (const std::string prefix : {"a", "b"}) {
    if (prefix == "b" && dice.Percent(60)) break;
    json of = json::object();
    if (dice.Percent(75)) {
      of["discriminator"] = prefix + "Kind";
      schema["properties"][prefix + "Kind"] = {{"type", "string"}};
    }
    const int size = 1 + dice.Below(4);
    const char* spelling = dice.Percent(50) ? "fields" : "fields-to-discriminateBy";
    for (int i = 0; i < size; ++i) {
      const std::string field = prefix + std::to_string(i);
      schema["properties"][field] = AnySchema(dice, depth - 1);
      of[spelling][field] = "V" + std::to_string(i);
    }
    schema["x-kubernetes-unions"].push_back(of);
  }
  return schema;
}

json AnyValue(const json& schema, Dice& dice) {
  if (schema["type"] == "integer") return dice.Below(3);
  // V4 and V5 are discriminators that select no field.
  if (schema["type"] == "string") return "V" + std::to_string(dice.Below(6));
  if (schema["type"] == "array") {
    json list = json::array();
    for (int i = dice.Below(4); i > 0; --i) {
      list.push_back(AnyValue(schema["items"], dice));
      if (schema.contains("x-kubernetes-list-type")) list.back()["key"] = "k" + std::to_string(i);
    }
    return list;
  }
  json object = json::object();
  const json fields = schema.value("properties", json::object());
  for (const auto& [name, field] : fields.items()) {
    if (dice.Percent(50)) object[name] = dice.Percent(8) ? json() : AnyValue(field, dice);
  }
  for (int i = 0; schema.contains("additionalProperties") && i < dice.Below(4); ++i) {
    object["x" + std::to_string(i)] = AnyValue(schema["additionalProperties"], dice);
  }
  return object;
}

json PatchOf(const std::vector<unions::kep::Change>& changes) {
  json patch = json::array();
  for (const auto& change : changes) {
    const char* operation = change.now == nullptr ? "remove" : "add";
    patch.push_back({{"op", operation}, {"path", unions::kep::PointerTo(change.at)}});
    std::string value;
    if (change.now != nullptr) structural::json::AppendJson(*change.now, value);
    if (change.now != nullptr) patch.back()["value"] = json::parse(value);
  }
  return patch;
}

json Normalized(const json& before, const json& sent, const json& schema) {
  base::Arena arena;
  const std::string texts[] = {before.dump(), sent.dump(), schema.dump()};
  structural::json::Parser parser(arena);
  const auto old = *parser.Parse(texts[0]);
  auto now = *parser.Parse(texts[1]);
  const auto was = *parser.Parse(texts[1]);
  const auto parsed = *parser.Parse(texts[2]);
  for (const auto& error : unions::kep::CheckUnions(parsed)) {
    EXPECT_TRUE(IsAdvice(error)) << error.path << ": " << error.text;
  }
  unions::kep::Normalize(&old, now, parsed, arena);
  std::string text;
  structural::json::AppendJson(now, text);
  json normalized = json::parse(text);
  EXPECT_EQ(normalized, sent.patch(PatchOf(unions::kep::ChangesBetween(was, now))));
  return normalized;
}

const json kNothing;

const json& At(const json& object, const std::string& key) {
  return object.is_object() && object.contains(key) ? object[key] : kNothing;
}

const json& FieldsOf(const json& of) { return of.contains("fields") ? of["fields"] : of["fields-to-discriminateBy"]; }

std::string TextAt(const json& object, const json& of) {
  const json found = of.contains("discriminator") ? At(object, of["discriminator"]) : kNothing;
  return found.is_string() ? found.get<std::string>() : "";
}

// Reports whether the object is valid for the union as the client has sent it: at most one field is set, none is null,
// and the discriminator names that field.
bool IsFine(const json& sent, const json& of) {
  int set = 0;
  bool matches = true;
  for (const auto& [field, value] : FieldsOf(of).items()) {
    if (sent.contains(field) && sent[field].is_null()) return false;
    if (!sent.contains(field)) continue;
    ++set;
    matches = !of.contains("discriminator") || TextAt(sent, of) == value.get<std::string>();
  }
  return set == 0 || (set == 1 && matches);
}

class Check {
 public:
  void In(const json& before, const json& sent, const json& now, const json& schema) {
    if (sent.is_array()) return Items(before, sent, now, schema);
    if (!sent.is_object()) return;
    for (const json& of : schema.value("x-kubernetes-unions", json::array())) {
      fine &= IsFine(sent, of);
      One(before, sent, now, of);
    }
    for (const auto& [name, value] : sent.items()) {
      const json* field = &kNothing;
      if (schema.contains("additionalProperties")) field = &schema["additionalProperties"];
      if (schema.contains("properties") && schema["properties"].contains(name)) {
        field = &schema["properties"][name];
      }
      if (!field->is_null() && now.contains(name)) In(At(before, name), value, now[name], *field);
    }
  }

  bool fine = true;

 private:
  void Items(const json& before, const json& sent, const json& now, const json& schema) {
    ASSERT_EQ(sent.size(), now.size());
    const bool by_key = schema.contains("x-kubernetes-list-type");
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const json* same = &kNothing;
      for (std::size_t k = 0; before.is_array() && k < before.size(); ++k) {
        if (by_key ? before[k]["key"] == sent[i]["key"] : k == i) same = &before[k];
      }
      In(*same, sent[i], now[i], schema["items"]);
    }
  }

  // Checks the result of one union. A field that the request newly sets may be cleared only if the request also changes
  // the discriminator to another field. If the request sets one new field or changes the discriminator, at most one
  // field is left.
  void One(const json& before, const json& sent, const json& now, const json& of) {
    const std::string value = TextAt(sent, of);
    const bool changed = !value.empty() && value != TextAt(before, of);
    int added = 0, left = 0;
    for (const auto& [field, own] : FieldsOf(of).items()) {
      left += At(now, field).is_null() ? 0 : 1;
      if (At(sent, field).is_null() || !At(before, field).is_null()) continue;
      ++added;
      EXPECT_TRUE(now.contains(field) || (changed && value != own.get<std::string>()))
          << field << " was just set, and is cleared";
    }
    if (changed || added == 1) {
      EXPECT_LE(left, 1);
    }
  }
};

TEST(NormalizeAsKep, KeepsTheGuaranteesAtEveryDepth) {
  int left_alone = 0, changed = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    const json schema = AnyObjectSchema(dice, 3);
    json stored;
    for (int step = 0; step < 6; ++step) {
      const json sent = AnyValue(schema, dice);
      const json now = Normalized(stored, sent, schema);
      SCOPED_TRACE(schema.dump() + "\n" + stored.dump() + "\n" + sent.dump() + "\n" + now.dump());
      EXPECT_EQ(now, Normalized(stored, now, schema)) << "idempotent";
      EXPECT_EQ(now, Normalized(now, now, schema)) << "at rest";
      Check check;
      check.In(stored, sent, now, schema);
      if (check.fine) {
        EXPECT_EQ(sent, now) << "left alone";
      }
      ++(check.fine ? left_alone : changed);
      stored = now;
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GT(left_alone, 50);
  EXPECT_GT(changed, 500);
}

}  // namespace normalize_deep_test
}  // namespace structural::test
