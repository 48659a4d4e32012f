// Tests that a secret is found in a text in many notations, such as JSON escapes, URL escapes and base64.
#include <gtest/gtest.h>

#include "kube/config/secrets.h"
#include "schema/base/quote.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace hidden_secrets_test {

constexpr std::string_view kToken = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzMyJ9.c2lnbmF0dXJl/+_-";

// Returns the text with each byte printed in the format `form` of printf.
std::string Each(std::string_view text, const char* form) {
  std::string escaped;
  for (const char c : text) {
    char one[16];
    std::snprintf(one, sizeof one, form, static_cast<unsigned>(static_cast<unsigned char>(c)));
    escaped += one;
  }
  return escaped;
}

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string ForUrls(std::string text) {
  text = Replaced(std::move(text), "+", "-");
  return Replaced(std::move(text), "/", "_");
}

class HiddenSecrets : public testing::Test {
 protected:
  HiddenSecrets() { secrets_.Add(kToken); }
  Secrets secrets_;
};

TEST_F(HiddenSecrets, KeepsOtherTexts) {
  for (const std::string text : {"", "\\", "%", "&#", "a \\u0041 %41 &#65; \\x4", "eyJhbGciOiJSUzI", "\\\\\\"}) {
    EXPECT_EQ(text, secrets_.Hide(text));
  }
  EXPECT_EQ(kToken, Secrets().Hide(kToken));
}

TEST_F(HiddenSecrets, AreFoundInEveryEncoding) {
  const std::string token(kToken);
  const std::string json = Each(token, "\\u%04x");
  const std::string url = Each(token, "%%%02X");
  for (const std::string& form : {
           token,
           Replaced(token, "/", "\\/"),          // / as PHP writes it in JSON
           Replaced(token, "/", "%2F"),          // URL
           Replaced(token, "+", "&#43;"),        // HTML
           Replaced(token, ".", "\\u002e"),      // JSON
           Replaced(token, ".", "\\U0000002E"),  // Go
           Replaced(token, ".", "\\x2e"),        // Go
           json,
           url,
           Each(token, "\\x%02x"),
           Each(token, "&#%u;"),
           Each(token, "&#x%X;"),
           Replaced(json, "\\", "\\\\"),      // JSON within JSON
           Replaced(json, "\\", "\\\\\\\\"),  // JSON within JSON within JSON
           Replaced(url, "%", "%25"),         // URL within a URL
           Replaced(url, "%", "\\u0025"),     // URL within JSON
           token.substr(0, 7) + Each(token.substr(7, 9), "\\u%04x") + token.substr(16),
       }) {
    EXPECT_EQ("<[hidden]>", secrets_.Hide("<" + form + ">")) << form;
    EXPECT_EQ("\\n[hidden]%[hidden]", secrets_.Hide("\\n" + form + "%" + form)) << form;
  }
}

TEST_F(HiddenSecrets, AreFoundInBase64AtEveryPlaceOfIt) {
  for (const std::string before : {"", "a", "ab", "abc", "user:", "Bearer "}) {
    for (const std::string after : {"", "x", "xy", "xyz", "\n"}) {
      const std::string encoded = go::EncodeBase64(before + std::string(kToken) + after);
      for (const std::string& form : {encoded, ForUrls(encoded)}) {
        const std::string shown = secrets_.Hide(form);
        EXPECT_NE(std::string::npos, shown.find("[hidden]")) << form;
        // Apart from "[hidden]", the shown text has at most the encoded bytes before and after the secret, and four
        // further characters at each end, which also encode bytes of the secret.
        EXPECT_GE((before.size() + after.size()) / 3 * 4 + 8 + 8, shown.size()) << shown;
      }
    }
  }
}

TEST_F(HiddenSecrets, AreFoundWhereTheyWereCutOff) {
  for (std::size_t size = Secrets::kMinPrefixBytes; size < kToken.size(); ++size) {
    EXPECT_EQ("<[hidden]…>", secrets_.Hide("<" + std::string(kToken.substr(0, size)) + "…>"));
  }
}

TEST_F(HiddenSecrets, AreFoundInQuotedTexts) {
  Secrets secrets;
  secrets.Add("p\"ss\\w\nrd\t1");
  std::string json;
  base::AppendJsonString("p\"ss\\w\nrd\t1", json);
  EXPECT_EQ("\"[hidden]\"", secrets.Hide(json));
  EXPECT_EQ("\"[hidden]\"", secrets.Hide(base::Quote("p\"ss\\w\nrd\t1")));
}

TEST_F(HiddenSecrets, IgnoresShortTexts) {
  Secrets secrets;
  secrets.Add("");
  secrets.Add("secret1");
  EXPECT_EQ("secret1", secrets.Hide("secret1"));
  secrets.Add("secret12");
  EXPECT_EQ("a [hidden] b", secrets.Hide("a secret12 b"));
}

TEST_F(HiddenSecrets, OldOnesAreKeptForAWhile) {
  Secrets secrets;
  const auto token = [](std::size_t i) { return "rotated-" + std::to_string(1000 + i); };
  for (std::size_t i = 0; i < 2 * Secrets::kMaxSecrets; ++i) {
    for (int again = 0; again < 3; ++again) secrets.Add(token(i));
  }
  EXPECT_EQ("[hidden]", secrets.Hide(token(2 * Secrets::kMaxSecrets - 1)));
  EXPECT_EQ("[hidden]", secrets.Hide(token(Secrets::kMaxSecrets)));
  EXPECT_EQ(token(0), secrets.Hide(token(0))) << "no more than are kept";
}

TEST_F(HiddenSecrets, OverlappingOnesAreHiddenTogether) {
  Secrets secrets;
  secrets.Add("abcdefgh12");
  secrets.Add("efgh123456");
  secrets.Add("cdefgh123");
  EXPECT_EQ("<[hidden]>", secrets.Hide("<abcdefgh123456>"));
}

TEST_F(HiddenSecrets, IncludesThePrivateKeyOfAFile) {
  Secrets secrets;
  const std::string key = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\nabcdefghijklmnopqrstuvwxyz";
  secrets.AddKey("-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
  secrets.AddKey("-----BEGIN CERTIFICATE-----\nno key at all, and long\n-----END");
  EXPECT_EQ("<[hidden]>", secrets.Hide("<" + key + ">"));
  EXPECT_EQ("<[hidden]>", secrets.Hide("<" + Replaced(key, "\n", "\\n") + ">"));
  EXPECT_EQ("no key at all, and long", secrets.Hide("no key at all, and long"));
}

}  // namespace hidden_secrets_test
}  // namespace structural::kube
