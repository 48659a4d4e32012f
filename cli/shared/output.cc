#include "cli/shared/output.h"

#include <iostream>
#include <streambuf>

#include "kube/config/secrets.h"

namespace structural::cli {
namespace {

// Hands everything on to another buffer, which outlives it.
class HidingBuffer : public std::streambuf {
 public:
  explicit HidingBuffer(std::streambuf* to) : to_(to) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::string shown =
        kube::Secrets::OfProcess().Hide({text, static_cast<std::size_t>(size)});
    const auto length = static_cast<std::streamsize>(shown.size());
    return to_->sputn(shown.data(), length) == length ? size : 0;
  }
  int_type overflow(int_type character) override {
    if (traits_type::eq_int_type(character, traits_type::eof())) return to_->pubsync();
    return to_->sputc(traits_type::to_char_type(character));
  }
  int sync() override { return to_->pubsync(); }

 private:
  std::streambuf* const to_;
};

}  // namespace

void HideSecretsInStreams() {
  // Never deleted: the streams print until the process is over.
  std::cout.rdbuf(new HidingBuffer(std::cout.rdbuf()));
  std::cerr.rdbuf(new HidingBuffer(std::cerr.rdbuf()));
}

bool Print(std::string_view text, std::FILE* file) {
  const std::string shown = kube::Secrets::OfProcess().Hide(text);
  return std::fwrite(shown.data(), 1, shown.size(), file) == shown.size();
}

}  // namespace structural::cli
