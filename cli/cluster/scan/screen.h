// Screen: a full-screen view on the terminal.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <termios.h>

#include "cli/cluster/scan/live_view.h"

namespace structural::scan {

// Keys: reads the keys of the user from the bytes of a terminal.
//
// Not thread-safe. Its memory is bounded.
class Keys {
 public:
  struct Typed {
    std::vector<Scroll> scrolls;  // scrolls in the order of the pressed keys
    bool quit = false;
  };

  // Returns the keys of the bytes: several keys can arrive at once, and a key in parts.
  Typed Take(std::string_view bytes);

 private:
  std::string rest_;  // an incomplete key
};

// Switches standard output to its alternate screen, and turns off the echo of standard input; the
// destructor restores both. Used by one thread, except Wake.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  ScreenSize Size() const;

  void Paint(std::string_view frame);

  // Ends a Wait. Thread-safe.
  void Wake();

  // Waits for a key, a Wake or the end of a second.
  Keys::Typed Wait();

 private:
  Keys::Typed ReadKeys();

  Keys keys_;
  int wake_ = -1;  // eventfd
  std::optional<termios> before_;
};

}  // namespace structural::scan
