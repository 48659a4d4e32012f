// webhook-peer does the same as `structural webhook` with controller-runtime and Kubernetes' own code, for comparison.
// It also calls either webhook as the API server does:
//
//	webhook-peer serve --address 127.0.0.1:PORT --cert FILE --key FILE
//	webhook-peer load --url URL --ca FILE --connections N --seconds S FILE...
//
// load sends the reviews in the files in turns, on each connection as fast as they are answered, and prints {"count",
// "p50", "p99", "allowed"}: latencies in milliseconds, and the number of answers that allow the change.
package main

import (
	"fmt"
	"os"
)

func main() {
	commands := map[string]func([]string) error{"serve": serve, "load": load}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "webhook-peer: give serve or load")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "webhook-peer:", err)
		os.Exit(1)
	}
}
