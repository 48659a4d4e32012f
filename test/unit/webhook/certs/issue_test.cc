// Tests of issued certificates, as OpenSSL reads them.

#include <gtest/gtest.h>
#include <openssl/x509v3.h>

#include "webhook/certs/certificate.h"

namespace structural::certs {
namespace issue_test {

const Moment kFrom{std::chrono::seconds(1'700'000'000)};
const Moment kUntil = kFrom + std::chrono::hours(1000);

IssuedCertificate MustIssue(std::vector<std::string> hosts = {"a.b.svc", "a.b.svc.cluster.local", "10.0.0.1", "::1"}) {
  const auto issued = Issue({.hosts = std::move(hosts), .from = kFrom, .until = kUntil});
  EXPECT_TRUE(issued.ok());
  return issued.ok() ? *issued : IssuedCertificate{};
}

// Verifies the certificate for this host, as a client does whose clock has the time `now`. Returns "" or the error.
std::string Verify(const IssuedCertificate& issued, const std::string& authorities, const char* host, Moment now) {
  const kube::StorePtr store(X509_STORE_new());
  for (const auto& authority : ReadCertificates(authorities)) {
    X509_STORE_add_cert(store.get(), authority.get());
  }
  const auto serving = ReadCertificate(issued.certificate);
  X509_STORE_CTX* context = X509_STORE_CTX_new();
  X509_STORE_CTX_init(context, store.get(), serving.get(), nullptr);
  X509_VERIFY_PARAM* wanted = X509_STORE_CTX_get0_param(context);
  X509_VERIFY_PARAM_set_time(wanted, now.time_since_epoch().count());
  X509_VERIFY_PARAM_set_purpose(wanted, X509_PURPOSE_SSL_SERVER);
  X509_VERIFY_PARAM_set_flags(wanted, X509_V_FLAG_X509_STRICT);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, host) != 1) X509_VERIFY_PARAM_set1_host(wanted, host, 0);
  X509_verify_cert(context);
  const int code = X509_STORE_CTX_get_error(context);
  X509_STORE_CTX_free(context);
  return code == X509_V_OK ? "" : X509_verify_cert_error_string(code);
}

TEST(Issue, IsAcceptedByAClient) {
  const IssuedCertificate issued = MustIssue();
  for (const char* host : {"a.b.svc", "a.b.svc.cluster.local", "10.0.0.1", "::1"}) {
    EXPECT_EQ("", Verify(issued, issued.authority, host, kFrom)) << host;
    EXPECT_EQ("", Verify(issued, issued.authority, host, kUntil - std::chrono::seconds(1))) << host;
  }
  EXPECT_EQ("hostname mismatch", Verify(issued, issued.authority, "c.b.svc", kFrom));
  EXPECT_EQ("certificate has expired", Verify(issued, issued.authority, "a.b.svc", kUntil + std::chrono::seconds(1)));
  EXPECT_NE("", Verify(issued, issued.authority, "a.b.svc", kFrom - std::chrono::seconds(1)));
  EXPECT_NE("", Verify(issued, MustIssue().authority, "a.b.svc", kFrom));
}

TEST(Issue, AmongTwoAuthoritiesItsOwnIsFound) {
  const IssuedCertificate one = MustIssue();
  const IssuedCertificate other = MustIssue();
  EXPECT_EQ("", Verify(one, one.authority + other.authority, "a.b.svc", kFrom));
  EXPECT_EQ("", Verify(one, other.authority + one.authority, "a.b.svc", kFrom));
  EXPECT_EQ(one.authority, SignersOf({one.certificate}, other.authority + one.authority));
}

TEST(Issue, KeysAreOnP256AndNoTwoAreTheSame) {
  const IssuedCertificate one = MustIssue();
  const IssuedCertificate other = MustIssue();
  const auto key = ReadKey(one.key);
  char group[32] = "";
  std::size_t size = 0;
  EXPECT_EQ(1, EVP_PKEY_get_group_name(key.get(), group, sizeof group, &size));
  EXPECT_STREQ("prime256v1", group);
  EXPECT_NE(one.key, other.key);
  EXPECT_NE(one.authority, other.authority);
  EXPECT_EQ(std::string::npos, one.certificate.find("PRIVATE"));
  const auto first = ReadCertificate(one.certificate);
  const auto second = ReadCertificate(one.authority);
  EXPECT_NE(0, ASN1_INTEGER_cmp(X509_get0_serialNumber(first.get()), X509_get0_serialNumber(second.get())));
}

TEST(Issue, OnlyTheAuthoritySigns) {
  const IssuedCertificate issued = MustIssue();
  EXPECT_EQ(1, X509_check_ca(ReadCertificate(issued.authority).get()));
  EXPECT_EQ(0, X509_check_ca(ReadCertificate(issued.certificate).get()));
  EXPECT_EQ(0, X509_get_pathlen(ReadCertificate(issued.authority).get()));
}

TEST(Issue, RefusesInvalidHosts) {
  for (const char* host : {"", "a b", "a,IP:10.0.0.1", "a:1", "käse.example"}) {
    const auto issued = Issue({.hosts = {host}, .from = kFrom, .until = kUntil});
    ASSERT_FALSE(issued.ok()) << host;
    EXPECT_EQ(base::ErrorCode::kInvalidInput, issued.error().code());
  }
}

TEST(Inspect, ReturnsHostsAndValidity) {
  const IssuedCertificate issued = MustIssue({"a.b.svc", "10.0.0.1"});
  const auto found = Inspect(issued.certificate, issued.key, issued.authority);
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_EQ((std::vector<std::string>{"a.b.svc", "10.0.0.1"}), found->hosts);
  EXPECT_EQ(kFrom, found->from);
  EXPECT_EQ(kUntil, found->until);
}

TEST(Inspect, RefusesUnusableCertificates) {
  const IssuedCertificate issued = MustIssue();
  const IssuedCertificate other = MustIssue();
  const auto why = [&](const std::string& certificate, const std::string& key, const std::string& authorities) {
    const auto found = Inspect(certificate, key, authorities);
    return found.ok() ? "" : found.error().message();
  };
  EXPECT_EQ("it is not a certificate", why("x", issued.key, issued.authority));
  EXPECT_EQ("its key cannot be read", why(issued.certificate, "x", issued.authority));
  EXPECT_EQ("the key belongs to another certificate", why(issued.certificate, other.key, issued.authority));
  EXPECT_EQ("none of the stored authorities has signed it", why(issued.certificate, issued.key, other.authority));
  EXPECT_EQ("none of the stored authorities has signed it", why(issued.certificate, issued.key, ""));
}

TEST(Authorities, AreSplit) {
  const std::string one = MustIssue().authority;
  const std::string other = MustIssue().authority;
  EXPECT_EQ((std::vector{one, other}), SplitAuthorities("a word\n" + one + "\n" + other + one));
  EXPECT_EQ(std::vector<std::string>{}, SplitAuthorities(""));
  EXPECT_EQ(std::vector{other}, SplitAuthorities(one.substr(0, 200) + "\n" + other));
}

}  // namespace issue_test
}  // namespace structural::certs
