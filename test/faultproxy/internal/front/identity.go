package front

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"structural/test/faultproxy/internal/pki"
)

const (
	host = "127.0.0.1"
	// Token is the client's bearer token. Only the proxy may receive it.
	Token = "faultproxy-secret-token"
)

// Identity has the certificates of the proxy, the credentials of its client, and the files from which the client reads
// them. It is thread-safe.
type Identity struct {
	folder      string
	certificate bool // true: the client authenticates with a certificate; false: with a token

	mutex     sync.Mutex
	authority *pki.Authority
	serving   tls.Certificate
	clients   *pki.Authority
	client    tls.Certificate
	bad       map[string]tls.Certificate
}

// NewIdentity writes the files that the client reads into the folder.
func NewIdentity(folder, user string) (*Identity, error) {
	i := &Identity{folder: folder, certificate: user == "certificate",
		authority: pki.NewAuthority("faultproxy CA"), clients: pki.NewAuthority("faultproxy client CA")}
	i.serving, i.client = i.authority.Server(host, false), i.clients.Client("client")
	i.bad = map[string]tls.Certificate{
		"other-host": i.authority.Server("other.example.com", false),
		"expired":    i.authority.Server(host, true),
		"stranger":   pki.NewAuthority("stranger CA").Server(host, false),
		"renewed":    i.authority.Server(host, false),
	}
	return i, i.writeFiles()
}

// Rotate replaces certificates as script.Fault.Rotate describes.
func (i *Identity) Rotate(what string) error {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	switch what {
	case "authority":
		i.authority = pki.NewAuthority("faultproxy new CA")
		i.serving = i.authority.Server(host, false)
	case "server":
		i.serving = i.authority.Server(host, false)
	case "client":
		i.client = i.clients.Client("client")
	}
	return i.writeFiles()
}

// TLS returns the configuration for one connection; certificate is script.Fault.Certificate. Sessions are not resumed:
// each connection shows its certificate.
func (i *Identity) TLS(certificate string) *tls.Config {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	c := &tls.Config{Certificates: []tls.Certificate{i.serving}, NextProtos: []string{"http/1.1"}, SessionTicketsDisabled: true}
	if bad, ok := i.bad[certificate]; ok {
		c.Certificates[0] = bad
	}
	if i.certificate {
		c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, i.clients.Pool()
		want := i.client.Leaf
		c.VerifyPeerCertificate = func(_ [][]byte, chains [][]*x509.Certificate) error {
			if !bytes.Equal(chains[0][0].Raw, want.Raw) {
				return fmt.Errorf("the client's certificate is an old one")
			}
			return nil
		}
	}
	return c
}

// Knows reports whether a request is authenticated. `authorization` is its Authorization header; with client
// certificates, TLS has authenticated it already.
func (i *Identity) Knows(authorization string) bool {
	return i.certificate || authorization == "Bearer "+Token
}

func (i *Identity) writeFiles() error {
	cert, key := pki.PEMOf(i.client)
	// The certificate is written last, after its key. In a mounted Secret, all files change at the same time.
	for _, file := range []struct {
		name string
		text []byte
	}{{"client.key", key}, {"client.crt", cert}, {"ca.crt", i.authority.PEM()}} {
		if err := replace(filepath.Join(i.folder, file.name), file.text); err != nil {
			return err
		}
	}
	return nil
}

// WriteKubeconfig writes the kubeconfig atomically: a reader sees the complete file or none.
func (i *Identity) WriteKubeconfig(file, url string) error {
	user := "token: " + Token
	if i.certificate {
		user = fmt.Sprintf("client-certificate: %s/client.crt, client-key: %s/client.key", i.folder, i.folder)
	}
	return replace(file, fmt.Appendf(nil, `apiVersion: v1
kind: Config
current-context: faults
contexts: [{name: faults, context: {cluster: faults, user: faults}}]
clusters: [{name: faults, cluster: {server: "%s", certificate-authority: %s/ca.crt}}]
users: [{name: faults, user: {%s}}]
`, url, i.folder, user))
}

func replace(file string, text []byte) error {
	if err := os.WriteFile(file+".partial", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".partial", file)
}
