// FlowLevels: makes the cost of a token in libyaml independent of how many brackets are open.
//
// For each token libyaml checks every open bracket, because a simple key may have begun there. Only
// a bracket whose tokens are still in libyaml's queue can have such a key. The other brackets are
// hidden from libyaml during its calls. The events are the same: a bracket is only hidden after a
// check that it has no key.
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
  // Hides brackets from libyaml. Must be called before each call of yaml_parser_parse. Throws std::bad_alloc without
  // memory.
  void Hide(yaml_parser_t& parser);

  // Shows all brackets again. Must be called before anything else is done with the parser.
  void Show(yaml_parser_t& parser);

 private:
  void MakeRoom(yaml_parser_t& parser);

  std::ptrdiff_t hidden_ = 0;  // number of entries that are hidden before simple_keys.start
};

}  // namespace structural::document
