#include "document/flow_levels.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/dice.h"

namespace structural::document {
namespace flow_levels_test {

struct Seen {
  std::vector<std::size_t> events;  // type, begin and end of each event of libyaml
  std::ptrdiff_t max_visible = 0;   // maximum number of open brackets that libyaml visits for one token
};

Seen Parse(std::string_view text, bool hide) {
  Seen seen;
  yaml_parser_t parser;
  EXPECT_NE(0, yaml_parser_initialize(&parser));
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  FlowLevels levels;
  for (bool more = true; more;) {
    if (hide) levels.Hide(parser);
    seen.max_visible = std::max(seen.max_visible, parser.simple_keys.top - parser.simple_keys.start);
    yaml_event_t event;
    if (yaml_parser_parse(&parser, &event) == 0) {
      seen.events.insert(seen.events.end(), {parser.problem_mark.index, parser.context_mark.index});
      break;
    }
    more = event.type != YAML_STREAM_END_EVENT;
    seen.events.insert(seen.events.end(), {event.type, event.start_mark.index, event.end_mark.index});
    yaml_event_delete(&event);
  }
  levels.Show(parser);
  yaml_parser_delete(&parser);
  return seen;
}

std::string Repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

// libyaml's work for a token is proportional to the number of open brackets that it visits (`max_visible`). FlowLevels
// hides most of them.
TEST(FlowLevelsTest, TheCostOfATokenDoesNotGrowWithTheDepth) {
  const std::string text = Repeated("[", 9000) + "1" + Repeated(",1", 20'000) + Repeated("]", 9000);
  EXPECT_LT(8000, Parse(text, false).max_visible);
  const Seen hidden = Parse(text, true);
  // Libyaml still visits the brackets of the last 1,024 characters, the maximum length of a simple key.
  EXPECT_GT(1200, hidden.max_visible);
  EXPECT_EQ(3u * (4 + 2 * 9000 + 20'001), hidden.events.size());
}

TEST(FlowLevelsTest, KeysThatBeginBeforeBracketsAreFound) {
  const std::string deep = Repeated("[", 500);
  const std::string end = Repeated("]", 500);
  for (const std::string& text : {
           deep + "[[1, [2]]: a, {[b]: c}: d]" + end,
           deep + Repeated("{a: ", 600) + "1" + Repeated("}", 600) + end,
           deep + Repeated("[", 300) + Repeated("]: x", 300) + end,
           Repeated("[", 2000) + "\n" + Repeated("]", 2000),
           Repeated("{? [", 200) + Repeated("]", 200),
       }) {
    EXPECT_EQ(Parse(text, false).events, Parse(text, true).events);
  }
}

TEST(FlowLevelsTest, ReadsAnyTextAsLibyamlAlone) {
  test::Dice dice(21);
  const std::string_view parts[] = {"[",  "[", "[[[[", "{",     "{a: ", "]", "}",   "]]]", ",",     ": ",
                                    "? ", "a", "'b'",  "\"c\"", "\n",   " ", "&x ", "*x",  "# d\n", "!!str "};
  for (int i = 0; i < 300; ++i) {
    const auto levels = static_cast<std::size_t>(60 + dice.Below(200));
    std::string text = Repeated(dice.Percent(50) ? "[" : "{a: [", levels);
    for (int at = 0; at < 2000; ++at) text += parts[dice.Below(std::size(parts))];
    ASSERT_EQ(Parse(text, false).events, Parse(text, true).events) << text;
  }
}

}  // namespace flow_levels_test
}  // namespace structural::document
