// CLI11's classes by name, for headers. Sources that call them include <CLI/CLI.hpp>, which takes
// ten seconds to compile.
#pragma once

namespace CLI {

class App;
class Option;

}  // namespace CLI
