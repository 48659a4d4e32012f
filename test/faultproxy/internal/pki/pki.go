// Package pki makes throw-away certificates: valid ones, and each kind of invalid one.
package pki

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"time"
)

// Authority signs certificates.
type Authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// NewAuthority returns an authority with a self-signed certificate.
func NewAuthority(name string) *Authority {
	a := &Authority{}
	template := &x509.Certificate{Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	a.key, a.cert = a.sign(template, false)
	return a
}

// PEM returns the authority's certificate.
func (a *Authority) PEM() []byte { return encode("CERTIFICATE", a.cert.Raw) }

// Pool returns a pool that trusts only this authority.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// Server returns a serving certificate for an IP address or a name.
func (a *Authority) Server(host string, expired bool) tls.Certificate {
	template := &x509.Certificate{Subject: pkix.Name{CommonName: "faultproxy"}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	if ip := net.ParseIP(host); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{host}
	}
	return pair(a.sign(template, expired))
}

// Client returns a client certificate for a user.
func (a *Authority) Client(user string) tls.Certificate {
	return pair(a.sign(&x509.Certificate{Subject: pkix.Name{CommonName: user}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}, false))
}

// PEMOf returns the certificate and its key in PEM.
func PEMOf(c tls.Certificate) (cert, key []byte) {
	der, err := x509.MarshalECPrivateKey(c.PrivateKey.(*ecdsa.PrivateKey))
	must(err)
	return encode("CERTIFICATE", c.Certificate[0]), encode("EC PRIVATE KEY", der)
}

func (a *Authority) sign(template *x509.Certificate, expired bool) (*ecdsa.PrivateKey, *x509.Certificate) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<62))
	must(err)
	now := time.Now()
	template.NotBefore, template.NotAfter = now.AddDate(-1, 0, 0), now.AddDate(1, 0, 0)
	if expired {
		template.NotAfter = now.AddDate(0, 0, -1)
	}
	parent, parentKey := a.cert, a.key
	if parent == nil {
		parent, parentKey = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, parentKey)
	must(err)
	cert, err := x509.ParseCertificate(der)
	must(err)
	return key, cert
}

func pair(key *ecdsa.PrivateKey, cert *x509.Certificate) tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{cert.Raw}, PrivateKey: key, Leaf: cert}
}

func encode(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// must panics on an error. It is for calls that can fail only if the machine has no source of randomness.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
