// FlowLevels: makes the cost of a token in libyaml independent of how many brackets are open.
//
// For each token libyaml checks every open bracket, because a simple key (one without `?`) may have begun at it. Only a
// bracket whose tokens are still in libyaml's queue can have such a key. FlowLevels hides the other brackets from
// libyaml during its calls. libyaml's events stay the same, because a bracket is hidden only if no key has begun at it.
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
  // Hides brackets from libyaml. Must be called before each call of yaml_parser_parse. Throws std::bad_alloc if no
  // memory is available.
  void Hide(yaml_parser_t& parser);

  // Shows all brackets to libyaml again. Must be called before any other use of the parser.
  void Show(yaml_parser_t& parser);

 private:
  void EnlargeStack(yaml_parser_t& parser);

  std::ptrdiff_t hidden_entries_ = 0;  // number of hidden entries, which are before simple_keys.start
};

}  // namespace structural::document
