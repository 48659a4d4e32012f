package pki

import (
	"encoding/base64"
	"fmt"
	"os"
)

const kubeconfig = `apiVersion: v1
kind: Config
current-context: test
contexts:
- name: test
  context: {cluster: test, user: admin}
clusters:
- name: test
  cluster:
    server: %s
    certificate-authority-data: %s
users:
- name: admin
  user:
    client-certificate-data: %s
    client-key-data: %s
`

// WriteKubeconfig writes an admin kubeconfig with embedded data. A reader always sees the complete file.
func (f Files) WriteKubeconfig(path, url string) error {
	values := []any{url}
	for _, name := range []string{f.CA, f.AdminCert, f.AdminKey} {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		values = append(values, base64.StdEncoding.EncodeToString(b))
	}
	partial := path + ".partial"
	if err := os.WriteFile(partial, fmt.Appendf(nil, kubeconfig, values...), 0o600); err != nil {
		return err
	}
	return os.Rename(partial, path)
}
