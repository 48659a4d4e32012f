// SuiteReader: reads the values of a suite, and collects the errors in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/suites/suite_file.h"
#include "cli/shared/object_reader.h"
#include "document/document.h"

namespace structural::cli {

// Refers to its arguments, which must outlive it. Not thread-safe.
class SuiteReader : public ObjectReader {
 public:
  // `text` is the whole text of the file.
  SuiteReader(const document::Document& document, std::string_view text, std::vector<SuiteProblem>& problems)
      : ObjectReader(document, problems), text_(text) {}

  // Adds a problem for each repeated key, because a case would ignore one of its values.
  void CheckRepeatedKeys() {
    checks_repeated_keys_ = true;
    ObjectReader::CheckRepeatedKeys(document(), 0);
  }
  bool Has(Node object, std::string_view key) const { return tree().Member(object, key) != document::Tree::kNone; }
  // Adds a problem for a field that is null, a text without characters, or a list that is empty or contains one.
  // `empty_object`: {} counts as a value.
  void RefuseEmpty(Node object, std::string_view key, bool empty_object);
  // Returns a boolean; false if it is absent.
  bool Flag(Node object, std::string_view key);
  // Returns the JSON of an object that has for each field an owner, or a list of them; empty if it is absent. With
  // `or_null`, a field may have none.
  std::string FieldOwners(Node object, std::string_view key, bool or_null);
  // Returns the JSON of a list; empty if it is absent.
  std::string List(Node object, std::string_view key);
  // Returns the JSON of an object, or of a text with an object in YAML.
  std::string Object(Node object, std::string_view key);

 private:
  std::string_view Json(Node node) const;
  std::string YamlIn(Node node, std::string_view key);
  std::uint32_t LinesBefore(document::Position scalar) const;

  const std::string_view text_;
  bool checks_repeated_keys_ = false;  // repeated keys in nested texts are problems, too
};

// Read the cases and the other fields of a suite in the named format. Errors are added to the
// problems of `in`.
void ReadOpenShiftSuite(SuiteReader& in, Suite& suite);
void ReadOwnSuite(SuiteReader& in, Suite& suite);

}  // namespace structural::cli
