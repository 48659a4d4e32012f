// Secrets: the process's credentials, which are removed from everything that the process writes.
//
// A server or a proxy may repeat a request's token in its answers, which are logged or printed. So
// every credential is added before it is sent, and Hide is applied to all output: the log
// (cli/shared/logging.h), std::cout, std::cerr and reports (cli/shared/output.h), the metrics, and
// errors from answers (kube/transport/api_error.h).
//
// Hide finds a secret unchanged, in the escapes of JSON, Go, URLs and HTML, also mixed and nested,
// and in base64 of both alphabets at any place of a longer text. It also finds the first bytes of a
// secret that was cut off. It does not find a token that a server disguises on purpose.
//
// Thread-safe. Stores the newest kMaxSecrets secrets, including those that a rotation has replaced. They
// need about eight times their bytes in memory.
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
  // A shorter secret is ignored, because it would be found in unrelated words.
  static constexpr std::size_t kShortest = 8;
  // Number of first bytes of a longer secret that are treated like the whole secret.
  static constexpr std::size_t kBeginning = 16;

  // Returns the object of this process, which is never destroyed.
  static Secrets& OfProcess();

  // Adds a secret. One that is already stored keeps its age.
  void Add(std::string_view secret);
  // Adds the private key of a PEM text: the text between its lines of dashes.
  void AddKey(std::string_view pem);

  // Returns the text with "[hidden]" for each secret. Needs time linear in the text, almost none if
  // no secret was added, and about ten times its memory if it has escapes.
  std::string Hide(std::string_view text) const;

 private:
  struct KnownSecret {
    std::string secret;
    std::vector<std::string> forms;  // texts to hide: the secret itself, and its forms in base64
  };
  using All = std::deque<std::shared_ptr<const KnownSecret>>;

  mutable std::mutex mutex_;
  All all_;  // known secrets, the oldest first
  std::atomic<bool> any_ = false;
};

}  // namespace structural::kube
