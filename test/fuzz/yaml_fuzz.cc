// Reads any text as a file of documents. Requires for each document either JSON that this project's own reader accepts,
// or an error with a position and a reason. Marks (positions of values) ascend and are in the text. The costs of a
// document are linear in its text: the bytes of its JSON, the number of marks, the bytes of YAML when it is written
// again, and the memory.
#include "document/document.h"
#include "document/reader.h"
#include "document/write_yaml.h"
#include "schema/json/reader.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 512, .fixed_bytes = 256 << 20};

namespace {

// Requires that the cost is linear in the text. Aliases and merge keys have their own budget.
void CheckCost(const document::Document& read, std::string_view source) {
  const bool repeats = source.find_first_of("*<") != std::string_view::npos;
  const std::size_t repeated = repeats ? 2 * document::kMaxRepeatedBytes : 0;
  const std::size_t max = document::kMaxJsonPerByte * source.size() + repeated + 16;
  Require(read.json.size() <= max, "JSON is linear in the text");
  Require(read.marks.size() <= source.size() + repeated + 1, "marks are linear in the text");
  std::string yaml;
  if (read.duplicates.empty() && !repeats) document::AppendYaml(read.json, yaml);
  Require(yaml.size() <= document::kMaxYamlPerByte * read.json.size() + document::kFreeIndentationBytes,
          "YAML is linear in the JSON");
}

void CheckDocumentSize(const document::Document& read) {
  base::Arena arena;
  json::JsonReader in(read.json, arena);
  in.Skip();
  Require(in.AtEnd(), "a document is JSON");
  std::uint32_t last = 0;
  for (const document::Mark& mark : read.marks) {
    Require(mark.offset >= last && mark.offset < read.json.size(), "marks ascend");
    Require(mark.at.line > 0 && mark.at.column > 0, "a mark is a place");
    last = mark.offset;
  }
  for (const document::DuplicateKey& key : read.duplicates) {
    Require(key.first.line > 0 && key.second.line > 0, "a repeated key has two places");
  }
}

void CheckDocuments(std::string_view input) {
  document::Reader reader(input);
  while (const auto next = reader.Next()) {
    if (const auto* read = std::get_if<document::Document>(&*next)) {
      CheckDocumentSize(*read);
      CheckCost(*read, reader.source());
    } else {
      const auto& problem = std::get<document::Problem>(*next);
      Require(problem.at.line > 0 && !problem.message.empty(), "a problem has a place and a reason");
    }
  }
}

}  // namespace

void Try(std::string_view input) {
  const MemoryLimit memory(input.size());
  CheckDocuments(input);
}

}  // namespace structural::fuzz
