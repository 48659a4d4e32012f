// Package pki makes one throw-away certificate authority with a serving and an admin certificate.
package pki

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Files has the paths of PEM files.
type Files struct{ CA, ServerCert, ServerKey, AdminCert, AdminKey string }

// Ensure creates the files in dir, or uses those of an earlier start: a server that restarts on its old data keeps its
// identity.
func Ensure(dir string) (Files, error) {
	at := func(name string) string { return filepath.Join(dir, name) }
	f := Files{at("ca.crt"), at("server.crt"), at("server.key"), at("admin.crt"), at("admin.key")}
	if _, err := os.Stat(f.AdminKey); err == nil {
		return f, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return f, err
	}
	authority := pair{}
	if err := authority.sign(pair{}, &x509.Certificate{
		Subject: pkix.Name{CommonName: "crd-apiserver test CA"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}); err != nil {
		return f, err
	}
	server := pair{}
	if err := server.sign(authority, &x509.Certificate{
		Subject: pkix.Name{CommonName: "crd-apiserver"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}); err != nil {
		return f, err
	}
	admin := pair{}
	if err := admin.sign(authority, &x509.Certificate{
		Subject:  pkix.Name{CommonName: "admin", Organization: []string{"system:masters"}},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}); err != nil {
		return f, err
	}
	if err := os.WriteFile(f.CA, encodeCert(authority.cert), 0o644); err != nil {
		return f, err
	}
	if err := server.write(f.ServerCert, f.ServerKey); err != nil {
		return f, err
	}
	return f, admin.write(f.AdminCert, f.AdminKey)
}

type pair struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// sign makes a new key, and a certificate signed by parent. With an empty parent, the certificate is self-signed.
func (p *pair) sign(parent pair, template *x509.Certificate) (err error) {
	if p.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return err
	}
	if template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<62)); err != nil {
		return err
	}
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().AddDate(10, 0, 0)
	if parent.cert == nil {
		parent = pair{template, p.key}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent.cert, &p.key.PublicKey, parent.key)
	if err != nil {
		return err
	}
	p.cert, err = x509.ParseCertificate(der)
	return err
}

func (p *pair) write(certFile, keyFile string) error {
	der, err := x509.MarshalECPrivateKey(p.key)
	if err != nil {
		return err
	}
	if err := os.WriteFile(certFile, encodeCert(p.cert), 0o644); err != nil {
		return err
	}
	return os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), 0o600)
}

func encodeCert(c *x509.Certificate) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
}
