package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Number of objects written in one transaction of etcd, which is the maximum.
const storedAtOnce = 128

// storeObjects writes `count` objects into the etcd of a test server (test/apiserver). The file has an object a line.
// storeObjects repeats these objects, and gives each a name of its own in one of twenty namespaces. The resource's name
// is the kind in lower case with an s.
func storeObjects(data, file string, count int64) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if err := os.Chdir(data); err != nil { // the path of the socket is relative to this folder
		return err
	}
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{"unix://localhost:1"}, DialTimeout: 10 * time.Second})
	if err != nil {
		return err
	}
	defer client.Close()
	for number := int64(0); number < count; {
		var puts []clientv3.Op
		for ; number < count && len(puts) < storedAtOnce; number++ {
			key, value, err := asInEtcd(lines[number%int64(len(lines))], number)
			if err != nil {
				return err
			}
			puts = append(puts, clientv3.OpPut(key, value))
		}
		if _, err := client.Txn(context.Background()).Then(puts...).Commit(); err != nil {
			return err
		}
	}
	return nil
}

func asInEtcd(line []byte, number int64) (key, value string, err error) {
	object := &unstructured.Unstructured{}
	if err := json.Unmarshal(line, &object.Object); err != nil {
		return "", "", err
	}
	object.SetName(fmt.Sprintf("object-%06d", number))
	object.SetNamespace(fmt.Sprintf("team-%02d", number%20))
	object.SetUID(types.UID(fmt.Sprintf("00000000-0000-0000-0000-%012d", number)))
	object.SetCreationTimestamp(metav1.Unix(1_600_000_000, 0))
	object.SetGeneration(1)
	group, _, _ := strings.Cut(object.GetAPIVersion(), "/")
	text, err := json.Marshal(object.Object)
	key = fmt.Sprintf("/registry/%s/%ss/%s/%s", group, strings.ToLower(object.GetKind()), object.GetNamespace(), object.GetName())
	return key, string(text), err
}
