// A schema in JSON, and a generator for it.
#pragma once

#include <string>
#include <variant>

#include "schema/base/arena.h"
#include "schema/example/generator.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"
#include "schema/model/decode.h"
#include "schema/model/new_structural.h"
#include "schema/objects/validate.h"

namespace structural::test {

// Owns everything.
class SchemaGenerator {
 public:
  explicit SchemaGenerator(std::string json, example::GeneratorOptions options = {})
      : json_(std::move(json)) {
    json::JsonReader in(json_, arena_);
    model::DecodeSchema(in, arena_, props_);
    const auto structural = model::NewStructural(props_, arena_);
    const auto* checks = objects::CompileChecks(props_, arena_);
    generator_.emplace(
        example::Schema{std::get<const model::Structural*>(structural), checks}, options, arena_);
  }

  example::Generator& generator() { return *generator_; }
  base::Arena& arena() { return arena_; }

 private:
  const std::string json_;
  base::Arena arena_;
  model::JSONSchemaProps props_;
  std::optional<example::Generator> generator_;
};

inline std::string JsonOf(const json::Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

}  // namespace structural::test
