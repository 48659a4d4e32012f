#include "test/support/random_edits.h"

#include <optional>

namespace structural::test {
namespace {

using document::Edit;
using document::InsertPosition;
using nlohmann::json;

// Collects the JSON pointers of all values. An outer value comes before the values in it.
void Collect(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& all) {
  all.push_back(at);
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) Collect(child, at / key, all);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) Collect(value[i], at / i, all);
  }
}

bool CanAdd(const json& value, const json::json_pointer& path) {
  if (path.empty() || !value.contains(path.parent_pointer())) return false;
  const json& parent = value.at(path.parent_pointer());
  const bool index = path.back().find_first_not_of("0123456789") == std::string::npos;
  return parent.is_object() || (parent.is_array() && index && std::stoul("0" + path.back()) <= parent.size());
}

// Returns a random "move" or "copy" operation, or nullopt if the chosen one is impossible, such as moving a value into
// itself.
std::optional<json> MoveOrCopy(Random& random, const json& value, const std::vector<json::json_pointer>& all) {
  const auto from = all[Pick(random, all.size())], to = all[Pick(random, all.size())];
  const auto key = "new" + std::to_string(random() % 9);
  const auto path = value.at(to).is_object() ? to / key : to;
  const bool move = Pick(random, 2) == 0;
  if (move && (path.to_string() + "/").starts_with(from.to_string() + "/")) return std::nullopt;
  json rest = value;
  if (move) rest = rest.patch(json::array({{{"op", "remove"}, {"path", from.to_string()}}}));
  if (!CanAdd(rest, path)) return std::nullopt;
  return json{{"op", move ? "move" : "copy"}, {"from", from.to_string()}, {"path", path.to_string()}};
}

}  // namespace

std::string RandomText(Random& random) {
  static const char* const kTexts[] = {"object",
                                       "x",
                                       "",
                                       "yes",
                                       "~",
                                       "null",
                                       "a: b",
                                       "a #b",
                                       "- y",
                                       "-",
                                       "[x",
                                       "a, b",
                                       "{}",
                                       "one\ntwo",
                                       "one\n\n two\n",
                                       " one\ntwo",
                                       "end ",
                                       "é ü",
                                       "\u0007",
                                       "it's",
                                       "\"q\"",
                                       "0x10",
                                       "1e3",
                                       "2020-01-01",
                                       "<<",
                                       "why?",
                                       "a\tb",
                                       "\\d+\n",
                                       "a/b~c",
                                       "\u2028",
                                       "#",
                                       "&a",
                                       "*a",
                                       "!t",
                                       "%x",
                                       "@x",
                                       "`x`",
                                       "x:",
                                       "|",
                                       "one\n\n",
                                       "---",
                                       "...",
                                       "\xEF\xBB\xBF",
                                       "\U0001F600",
                                       "5",
                                       "= x",
                                       "http://x/y?z=1",
                                       "\r\n"};
  return kTexts[Pick(random, std::size(kTexts))];
}

json RandomValue(Random& random, int depth) {
  switch (Pick(random, depth > 0 ? 9 : 7)) {
    case 0: return nullptr;
    case 1: return Pick(random, 2) == 0;
    case 2: return static_cast<int>(Pick(random, 2000)) - 1000;
    case 3: return 0.5 * static_cast<double>(Pick(random, 100));
    case 4: return json::object();
    case 5: return json::array();
    case 6: return RandomText(random);
    case 7: {
      json object = json::object();
      for (std::size_t n = Pick(random, 4); n > 0; --n) {
        object[RandomText(random)] = RandomValue(random, depth - 1);
      }
      return object;
    }
    default: {
      json array = json::array();
      for (std::size_t n = Pick(random, 4); n > 0; --n) {
        array.push_back(RandomValue(random, depth - 1));
      }
      return array;
    }
  }
}

json RandomOperation(Random& random, const json& value) {
  std::vector<json::json_pointer> all;
  Collect(value, json::json_pointer(), all);
  if (Pick(random, 4) == 0) {
    if (const auto move = MoveOrCopy(random, value, all)) return *move;
  }
  const auto at = all[Pick(random, all.size())];
  const json& found = value.at(at);
  const std::size_t kind = Pick(random, 3);
  if (kind == 0 && !at.empty()) return {{"op", "remove"}, {"path", at.to_string()}};
  if (kind == 1 && found.is_object()) {
    const auto key = Pick(random, 3) == 0 ? RandomText(random) : "new" + std::to_string(random() % 9);
    return {{"op", "add"}, {"path", (at / key).to_string()}, {"value", RandomValue(random, 3)}};
  }
  if (kind == 1 && found.is_array()) {
    const std::size_t index = Pick(random, found.size() + 1);
    return {{"op", "add"}, {"path", (at / index).to_string()}, {"value", RandomValue(random, 3)}};
  }
  return {{"op", "replace"}, {"path", at.to_string()}, {"value", RandomValue(random, 3)}};
}

Edit EditOf(const json& operation, Random& random) {
  const std::string op = operation["op"];
  if (op == "remove") return {Edit::Kind::kRemove, operation["path"]};
  using Where = InsertPosition::Where;
  static const Where kWheres[] = {Where::kLast, Where::kFirst, Where::kInOrder};
  if (operation.contains("from")) {
    return {op == "move" ? Edit::Kind::kMove : Edit::Kind::kCopy,
            operation["path"],
            "",
            {kWheres[Pick(random, 3)]},
            operation["from"]};
  }
  return {op == "add" ? Edit::Kind::kAdd : Edit::Kind::kReplace,
          operation["path"],
          operation["value"].dump(),
          {kWheres[Pick(random, 3)]}};
}

}  // namespace structural::test
