// libyaml_parse measures parsing alone. It reads the files that standard input names, one a line, and makes libyaml
// produce their events.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include <yaml.h>

namespace {

// Returns the number of events. If the text is not YAML, returns the number of events before the error.
std::size_t CountEvents(const std::string& text) {
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser) == 0) return 0;
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::size_t count = 0;
  yaml_event_t event;
  for (bool end = false; !end && yaml_parser_parse(&parser, &event) != 0; ++count) {
    end = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return count;
}

}  // namespace

int main() {
  std::size_t files = 0, bytes = 0, events = 0;
  for (std::string path; std::getline(std::cin, path); ++files) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::cerr << "libyaml_parse: " << path << " cannot be read\n";
      return 1;
    }
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    bytes += text.size();
    events += CountEvents(text);
  }
  std::cout << files << ' ' << bytes << ' ' << events << '\n';
}
