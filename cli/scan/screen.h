// Screen: the terminal, while it is ours.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <termios.h>

#include "cli/scan/live_view.h"

namespace structural::scan {

// Keys: what somebody types while a screen is shown, of the bytes that a terminal sends.
//
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

// Takes standard output's other screen, and standard input's keys without their echo; gives both
// back at the end. Owned by one thread, but for Wake.
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

  // Until a key, a Wake or a second is there.
  Keys::Typed Wait();

 private:
  Keys::Typed ReadKeys();

  Keys keys_;
  int wake_ = -1;  // an eventfd
  std::optional<termios> before_;
};

}  // namespace structural::scan
