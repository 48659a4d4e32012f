// Keys: what somebody types while a screen is shown, of the bytes that a terminal sends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/scan/live_view.h"

namespace structural::scan {

// Not thread-safe. Its memory is bounded.
class Keys {
 public:
  struct Typed {
    std::vector<Scroll> scrolls;  // in their order
    bool quit = false;
  };

  // What the bytes add: any number of keys may come at once, and a key in parts.
  Typed Take(std::string_view bytes);

 private:
  std::string rest_;  // the begin of a key
};

}  // namespace structural::scan
