#include "controller/review_answers.h"

#include <algorithm>
#include <random>

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace structural::controller {

ReviewAnswers::ReviewAnswers(Clock& clock) : clock_(clock) {
  std::random_device random;
  for (unsigned char& byte : secret_) byte = static_cast<unsigned char>(random());
}

ReviewAnswers::Key ReviewAnswers::KeyOf(const std::string& token, const std::string& path) const {
  const std::string text = token + '\0' + path;
  Key key{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), key.data(), &size);
  return key;
}

std::optional<int> ReviewAnswers::Find(const Key& key) const {
  for (const auto& [answers, valid] :
       {std::pair(&accepted_, kAcceptedFor), std::pair(&refused_, kRefusedFor)}) {
    const auto at = answers->find(key);
    if (at != answers->end() && clock_.Now() - at->second.at < valid) return at->second.status;
  }
  return std::nullopt;
}

bool ReviewAnswers::Known(const Key& key) const {
  const auto at = accepted_.find(key);
  return at != accepted_.end() && clock_.Now() - at->second.at < kKnownFor;
}

void ReviewAnswers::Insert(Answers& answers, std::size_t most, const Key& key,
                           const Answer& answer) {
  answers.insert_or_assign(key, answer);
  if (answers.size() <= most) return;
  answers.erase(std::ranges::min_element(
      answers, {}, [](const auto& entry) { return entry.second.at; }));
}

void ReviewAnswers::Keep(const Key& key, int status) {
  accepted_.erase(key);
  refused_.erase(key);
  const bool accepted = status == 200;
  Insert(accepted ? accepted_ : refused_, accepted ? kMaxAccepted : kMaxRefused, key,
         {status, clock_.Now()});
}

}  // namespace structural::controller
