// Secrets: stores the process's credentials, and removes them from everything that the process writes.
//
// A server or a proxy can repeat a request's token in its answers, which are logged or printed. Therefore every
// credential is added before it is sent, and Hide is applied to all output: the log (cli/shared/logging.h), std::cout,
// std::cerr and reports (cli/shared/output.h), the metrics, and errors from answers (kube/transport/api_error.h).
//
// Hide finds a secret that is written unchanged, with escapes of JSON, Go, URLs and HTML, also nested, or in base64 of
// both alphabets, also as a part of a longer text. It also finds the beginning of a secret that was cut off. It does
// not find a token that a server disguises on purpose.
//
// Thread-safe. Stores the newest kMaxSecrets secrets, including those that a rotation has replaced. A secret needs
// about eight times its size in memory.
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
  static constexpr std::size_t kMaxSecrets = 16;
  // Minimum size of a secret. A shorter one is ignored, because it would be found in unrelated words.
  static constexpr std::size_t kMinSecretBytes = 8;
  // Minimum number of first bytes of a longer secret that are hidden, even if the rest of the secret does not follow.
  static constexpr std::size_t kMinPrefixBytes = 16;

  // Returns the object of this process, which is never destroyed.
  static Secrets& OfProcess();

  // Adds a secret. Removes the oldest one if more than kMaxSecrets are stored. A secret that is stored already keeps
  // its age.
  void Add(std::string_view secret);
  // Adds a private key: the base64 between the BEGIN and END lines of its PEM text.
  void AddKey(std::string_view pem);

  // Returns the text with "[hidden]" in place of each secret. The time is linear in the text. If the text has escapes,
  // about ten times its size is needed in memory.
  std::string Hide(std::string_view text) const;

 private:
  struct KnownSecret {
    std::string secret;
    std::vector<std::string> forms;  // texts to hide: the secret itself, and its forms in base64
  };
  using KnownSecrets = std::deque<std::shared_ptr<const KnownSecret>>;

  mutable std::mutex mutex_;
  KnownSecrets known_secrets_;  // known secrets, the oldest first
  std::atomic<bool> has_secrets_ = false;
};

}  // namespace structural::kube
