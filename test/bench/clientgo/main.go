// clientgo-bench does the same with client-go as client_bench with this project's client, so that hack/bench/all can
// compare the two:
//
//	clientgo-bench first KUBECONFIG          sends one request, and ends
//	clientgo-bench connections KUBECONFIG N  begins N watches, each on a new connection; prints the CPU time of one in ms
//	clientgo-bench watches KUBECONFIG N      holds N idle watches; prints the memory with one, and with all, in KiB
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"

	"structural/test/bench/clientgo/internal/figures"

	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "clientgo-bench:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) < 2 {
		return fmt.Errorf("usage: clientgo-bench first|connections|watches KUBECONFIG [N]")
	}
	client, url, err := connect(arguments[1])
	if err != nil {
		return err
	}
	n := 1
	if len(arguments) > 2 {
		if n, err = strconv.Atoi(arguments[2]); err != nil {
			return err
		}
	}
	switch arguments[0] {
	case "connections":
		return connections(client, url, n)
	case "watches":
		return watches(client, url, n)
	default:
		return get(client, url)
	}
}

func connect(kubeconfig string) (*http.Client, string, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, "", err
	}
	client, err := rest.HTTPClientFor(config)
	return client, config.Host, err
}

func get(client *http.Client, url string) error {
	response, err := client.Get(url + crds + "?limit=1")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

func connections(client *http.Client, url string, n int) error {
	before := figures.CPU()
	for i := 0; i < n; i++ {
		response, err := watch(client, url)
		if err != nil {
			return err
		}
		response.Body.Close()
		utilnet.CloseIdleConnectionsFor(client.Transport)
	}
	fmt.Printf("%.3f\n", (figures.CPU()-before).Seconds()*1000/float64(n))
	return nil
}

func watch(client *http.Client, url string) (*http.Response, error) {
	return client.Get(url + crds + "?watch=true&timeoutSeconds=300")
}

func watches(client *http.Client, url string, n int) error {
	one := 0
	for i := 0; i < n; i++ {
		response, err := watch(client, url)
		if err != nil {
			return err
		}
		go io.Copy(io.Discard, response.Body)
		if i == 0 {
			one = figures.Memory()
		}
	}
	fmt.Println(one, figures.Memory())
	return nil
}
