// Package ready waits until a server is ready.
package ready

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"structural/test/apiserver/internal/pki"
)

// The check of etcd is excluded, since it begins only a second after the start. It is unnecessary: the server has
// already read its CRDs from etcd.
const path = "/readyz?exclude=etcd"

// Announce waits until the server is ready, and then writes the kubeconfig. Its existence is the signal that the server
// is ready.
func Announce(files pki.Files, url, kubeconfig string) error {
	started := time.Now()
	if err := wait(files.CA, url); err != nil {
		return err
	}
	if kubeconfig != "" {
		if err := files.WriteKubeconfig(kubeconfig, url); err != nil {
			return err
		}
	}
	fmt.Printf("ready at %s after %.2f s\n", url, time.Since(started).Seconds())
	return nil
}

func wait(caFile, url string) error {
	ca, err := os.ReadFile(caFile)
	if err != nil {
		return err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(ca)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport, Timeout: time.Second}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		var response *http.Response
		if response, err = client.Get(url + path); err != nil {
			continue
		}
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return nil
		}
		err = fmt.Errorf("%s says %s", path, response.Status)
	}
	return fmt.Errorf("not ready within a minute: %w", err)
}
