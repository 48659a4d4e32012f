// Any text as a file of documents: each is JSON that our own reader takes, or has a place and a
// reason; marks ascend and lie in the text.
#include "document/reader.h"
#include "schema/base/json_reader.h"
#include "test/fuzz/fuzz.h"

namespace structural::fuzz {
namespace {

void CheckDocument(const document::Document& read) {
  base::Arena arena;
  base::JsonReader in(read.json, arena);
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

}  // namespace
}  // namespace structural::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural::fuzz;
  using structural::document::Document;
  using structural::document::Problem;
  structural::document::Reader reader(Text(data, size));
  while (const auto next = reader.Next()) {
    if (const auto* read = std::get_if<Document>(&*next)) {
      CheckDocument(*read);
    } else {
      const auto& problem = std::get<Problem>(*next);
      Require(problem.at.line > 0 && !problem.message.empty(),
              "a problem has a place and a reason");
    }
  }
  return 0;
}
