#include "cli/shared/print_error.h"

#include <iostream>
#include <streambuf>

#include "schema/base/shown_text.h"

namespace structural::cli {
namespace {

// Hands on what is written at once. Holds nothing, and is as thread-safe as what it hands on to.
class PrintableOnly : public std::streambuf {
 public:
  explicit PrintableOnly(std::streambuf* to) : to_(to) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    std::string_view rest(text, static_cast<std::size_t>(size));
    std::string shown;
    while (!rest.empty()) {
      const std::string_view part = rest.substr(0, rest.find_first_of("\n\t"));
      shown += base::EscapeUnprintable(part);
      rest.remove_prefix(part.size());
      if (rest.empty()) break;
      shown += rest.front();
      rest.remove_prefix(1);
    }
    const auto wanted = static_cast<std::streamsize>(shown.size());
    return to_->sputn(shown.data(), wanted) == wanted ? size : 0;
  }

  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }

  int sync() override { return to_->pubsync(); }

 private:
  std::streambuf* const to_;
};

}  // namespace

void PrintError(std::string_view line) { std::cerr << base::EscapeUnprintable(line) + "\n"; }

// Never destroyed: std::cerr is used until the very end.
void GuardStandardError() {
  static auto* const guard = new PrintableOnly(std::cerr.rdbuf());
  std::cerr.rdbuf(guard);
}

}  // namespace structural::cli
