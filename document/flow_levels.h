// FlowLevels: makes the cost of a token in libyaml independent of how many brackets are open.
//
// For each token libyaml looks at every open bracket: a simple key may have begun there. Only a
// bracket whose tokens still wait in its queue can have one; the others are hidden from libyaml
// while it goes on. What it answers stays the same: a hidden entry is checked to have no key.
//
//   levels.Hide(parser);
//   yaml_parser_parse(&parser, &event);
//   …
//   levels.Show(parser);
//   yaml_parser_delete(&parser);
//
// One object is for one parser. Not thread-safe.
//
// Upstream: libyaml scanner.c yaml_parser_stale_simple_keys, yaml_parser_fetch_more_tokens (0.2.5).
#pragma once

#include <cstddef>

#include <yaml.h>

namespace structural::document {

class FlowLevels {
 public:
  // Before each call of yaml_parser_parse. Throws std::bad_alloc without memory.
  void Hide(yaml_parser_t& parser);

  // Before anything else is done with the parser.
  void Show(yaml_parser_t& parser);

 private:
  void MakeRoom(yaml_parser_t& parser);

  std::ptrdiff_t hidden_ = 0;  // entries in front of simple_keys.start
};

}  // namespace structural::document
