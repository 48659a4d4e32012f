package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"time"

	"structural/test/apiserver/internal/seed"

	"go.etcd.io/etcd/clientv3"
	"go.etcd.io/etcd/embed"
	"sigs.k8s.io/yaml"
)

// etcdURL is the address of etcd for processes whose working directory is the data folder. The name is relative, since
// a socket's path has at most 108 characters, and the path of a temporary folder may be longer.
const etcdURL = "unix://localhost:1"

// startEtcd runs etcd on Unix sockets in the working directory.
func startEtcd(stop <-chan struct{}) (*embed.Etcd, error) {
	c := embed.NewConfig()
	c.Dir = "etcd"
	c.LCUrls, c.LPUrls = socket("1"), socket("2")
	c.ACUrls, c.APUrls = c.LCUrls, c.LPUrls
	c.InitialCluster = c.InitialClusterFromName(c.Name)
	c.TickMs, c.ElectionMs = 10, 100 // milliseconds; elections can be short, since etcd has only one member
	c.Logger, c.LogOutputs, c.LogLevel = "zap", []string{"etcd.log"}, "warn"
	for _, stale := range []string{c.LCUrls[0].Host, c.LPUrls[0].Host} { // remove the sockets of a server that was killed
		if err := os.RemoveAll(stale); err != nil {
			return nil, err
		}
	}
	e, err := embed.StartEtcd(c)
	if err != nil {
		return nil, err
	}
	select {
	case <-e.Server.ReadyNotify():
		return e, nil
	case err = <-e.Err():
	case <-stop:
		err = errors.New("stopped before etcd was ready")
	case <-time.After(time.Minute):
		err = errors.New("etcd was not ready within a minute")
	}
	e.Close()
	return nil, err
}

// socket is a URL whose host and port are the socket's file name.
func socket(port string) []url.URL {
	return []url.URL{{Scheme: "unix", Host: "localhost:" + port}}
}

func storeSeed(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	entries, err := seed.Entries(text, yaml.YAMLToJSON)
	if err != nil {
		return err
	}
	client, err := newClient()
	if err != nil {
		return err
	}
	defer client.Close()
	for key, value := range entries {
		if _, err := client.Put(context.Background(), key, value); err != nil {
			return err
		}
	}
	return nil
}

func newClient() (*clientv3.Client, error) {
	return clientv3.New(clientv3.Config{Endpoints: []string{etcdURL}, DialTimeout: 10 * time.Second})
}

// compactPath is the path that handleCompact serves.
const compactPath = "/test/compact"

// handleCompact removes all revisions of etcd before the current one, N, and answers {"revision": N}.
func handleCompact(w http.ResponseWriter, r *http.Request) {
	revision, err := compact(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]int64{"revision": revision})
}

func compact(ctx context.Context) (int64, error) {
	client, err := newClient()
	if err != nil {
		return 0, err
	}
	defer client.Close()
	now, err := client.Get(ctx, "any")
	if err != nil {
		return 0, err
	}
	_, err = client.Compact(ctx, now.Header.Revision, clientv3.WithCompactPhysical())
	return now.Header.Revision, err
}
