// Secrets: what authenticates this process, and its removal from what the process writes.
//
// A server or a proxy may repeat a request's token in whatever it answers, and what it answers is
// logged or printed. So every credential is added here before it is sent, and everything that is
// written passes Hide: the log (cli/shared/logging.h), std::cout, std::cerr and reports
// (cli/shared/output.h), the metrics, and the errors that are made of answers
// (kube/transport/api_error.h).
//
// Found are a secret as it is, in the escapes of JSON, Go, URLs and HTML, also mixed and several
// levels deep, and in base64 of both alphabets at any place of a longer text; and the beginning of
// one that was cut off. A server that disguises a token on purpose is not stopped by this.
//
// Thread-safe. Holds the newest kMostKept secrets, older ones of a rotation too, with some eight
// times their bytes.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace structural::kube {

class Secrets {
 public:
  static constexpr std::size_t kMostKept = 16;
  // A shorter secret is ignored: it would be found in words that have nothing to do with it.
  static constexpr std::size_t kShortest = 8;
  // So many bytes of the beginning of a longer one are as good as all of it.
  static constexpr std::size_t kBeginning = 16;

  // Of this process; lives as long as it.
  static Secrets& OfProcess();

  // One that is there already stays where it is in the order of age.
  void Add(std::string_view secret);
  // The private key of a PEM text: what stands between its lines of dashes.
  void AddKey(std::string_view pem);

  // The text with "[hidden]" for each secret in it. Needs time linear in the text, next to none
  // where no secret was added; and some ten times its memory where it has escapes.
  std::string Hide(std::string_view text) const;

 private:
  struct Known {
    std::string secret;
    std::vector<std::string> forms;  // as it is, and in base64
  };
  using All = std::deque<std::shared_ptr<const Known>>;

  mutable std::mutex mutex_;
  All all_;  // the oldest first
  std::atomic<bool> any_ = false;
};

}  // namespace structural::kube
