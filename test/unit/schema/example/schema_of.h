// Reads a schema from JSON, and makes a generator for it.
#pragma once

#include <string>
#include <variant>

#include "schema/base/arena.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"
#include "schema/objects/validate.h"
#include "schema/values/generator.h"

namespace structural::test {

// Owns the schema, and everything else that the generator refers to.
class SchemaGenerator {
 public:
  explicit SchemaGenerator(std::string json, values::GeneratorOptions options = {}) : json_(std::move(json)) {
    json::JsonReader in(json_, arena_);
    crd::DecodeSchema(in, arena_, props_);
    const auto structural = crd::NewStructural(props_, arena_);
    const auto* checks = objects::CompileChecks(props_, arena_);
    generator_.emplace(values::Schema{std::get<const crd::Structural*>(structural), checks}, options, arena_);
  }

  values::Generator& generator() { return *generator_; }
  base::Arena& arena() { return arena_; }

 private:
  const std::string json_;
  base::Arena arena_;
  crd::JSONSchemaProps props_;
  std::optional<values::Generator> generator_;
};

inline std::string JsonOf(const json::Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

}  // namespace structural::test
