// Package front is the side of the proxy that serves the client: TLS, HTTP/1.1, and faults in both.
package front

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"structural/test/faultproxy/internal/script"
)

// Front serves a backend with faults.
type Front struct {
	backend  http.RoundTripper
	identity *Identity
	ledger   *script.Ledger
	port     *closablePort
	other    net.Listener
}

// New listens on a port that the system chooses.
func New(backend http.RoundTripper, identity *Identity, ledger *script.Ledger) (*Front, error) {
	f := &Front{backend: backend, identity: identity, ledger: ledger}
	var err error
	if f.port, err = newClosablePort(f.serve); err != nil {
		return nil, err
	}
	// The other host is a port to which a client must not connect: each connection to it counts as an error of the client.
	if f.other, err = net.Listen("tcp4", host+":0"); err != nil {
		return nil, err
	}
	go func() {
		for {
			c, err := f.other.Accept()
			if err != nil {
				return
			}
			ledger.Strayed()
			c.Close()
		}
	}()
	return f, nil
}

// URL returns the address of the proxy for the client.
func (f *Front) URL() string { return "https://" + f.port.address }

// expand replaces ${other} in a text of the script by the URL of the other host.
func (f *Front) expand(text string) string {
	return strings.ReplaceAll(text, "${other}", "https://localhost:"+portOf(f.other))
}

func portOf(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func (f *Front) serve(raw net.Conn) {
	fault := f.ledger.Connection()
	certificate := ""
	if fault != nil {
		switch {
		case fault.Down != 0:
			f.port.close(time.Duration(fault.Down) * time.Millisecond)
			return
		case fault.Connection != "":
			misbehave(raw, fault.Connection)
			return
		}
		certificate = fault.Certificate
	}
	c := tls.Server(raw, f.identity.TLS(certificate))
	if err := c.Handshake(); err != nil {
		log.Printf("handshake: %v", err)
		return
	}
	defer c.Close()
	for reader := bufio.NewReaderSize(c, 64<<10); f.exchange(raw, c, reader); {
	}
}

func misbehave(raw net.Conn, how string) {
	switch how {
	case "reset":
		reset(raw)
	case "hold":
		io.Copy(io.Discard, raw)
	case "plain":
		raw.Write([]byte("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"))
		io.Copy(io.Discard, raw)
	}
}

// exchange reads one request and answers it. It returns false if the connection must not be used again.
func (f *Front) exchange(raw net.Conn, c *tls.Conn, reader *bufio.Reader) bool {
	request, err := http.ReadRequest(reader)
	if err != nil {
		return false
	}
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	gone := make(chan struct{})
	go func() { // the client can now only send another request, or close the connection
		defer close(gone)
		if _, err := reader.Peek(1); err != nil {
			cancel()
		}
	}()
	a := &answer{front: f, raw: raw, out: c, ctx: ctx, request: request, body: body}
	if !a.give(f.ledger.Request(script.RequestOf(request))) {
		return false
	}
	<-gone
	return ctx.Err() == nil
}
