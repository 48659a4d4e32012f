// webhook-peer does with controller-runtime and Kubernetes' own code what `structural webhook` does, to be
// measured beside it, and asks either as the API server does:
//
//	webhook-peer serve --address 127.0.0.1:PORT --cert FILE --key FILE
//	webhook-peer load --url URL --ca FILE --connections N --seconds S FILE...
//
// load sends the reviews in the files in turns, each connection as fast as it is answered, and prints
// {"count", "p50", "p99", "allowed"}: milliseconds, and how many answers allowed the change.
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
