package front

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"structural/test/faultproxy/internal/script"
)

// answer is the answer to one request.
type answer struct {
	front   *Front
	raw     net.Conn
	out     io.Writer
	ctx     context.Context // done when the client has closed the connection
	request *http.Request
	body    []byte // body of the request
}

const unauthorized = `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"Unauthorized","reason":"Unauthorized","code":401}`

// give sends the answer, changed by the fault if `fault` is not nil. It returns false if the connection must not be
// used again.
func (a *answer) give(fault *script.Fault) bool {
	if !a.front.identity.Knows(a.request.Header.Get("Authorization")) {
		a.front.ledger.Refused()
		return a.write(&script.Answer{Status: 401, Body: unauthorized})
	}
	switch {
	case fault == nil:
		return a.forward(&script.Pass{}, "")
	case fault.Down != 0:
		a.front.port.close(time.Duration(fault.Down) * time.Millisecond)
		return false
	case fault.Rotate != "":
		if err := a.front.identity.Rotate(fault.Rotate); err != nil {
			panic(err) // cannot fail: no other program writes to the folder
		}
		a.front.port.disconnect()
		return false
	case fault.Answer != nil:
		return a.write(fault.Answer)
	case fault.Pass != nil:
		return a.forward(fault.Pass, fault.Then)
	}
	return a.send(a.out, fault.Send) && a.then(fault.Then)
}

func (a *answer) then(what string) bool {
	switch what {
	case "hold":
		<-a.ctx.Done()
	case "reset":
		reset(a.raw)
	case "close":
		a.raw.Close()
	default:
		return true
	}
	return false
}

func (a *answer) write(what *script.Answer) bool {
	var head bytes.Buffer
	fmt.Fprintf(&head, "HTTP/1.1 %d %s\r\n", what.Status, http.StatusText(what.Status))
	header := http.Header{"Content-Type": {"application/json"}, "Content-Length": {fmt.Sprint(len(what.Body))}}
	for name, value := range what.Headers {
		header.Set(name, a.front.expand(value))
	}
	header.Write(&head)
	_, err := a.out.Write(append(append(head.Bytes(), "\r\n"...), what.Body...))
	return err == nil
}

// send writes the pieces, several of them in one large write. It returns false if the client has closed the connection.
func (a *answer) send(out io.Writer, pieces []script.Piece) bool {
	const block = 64 << 10
	for _, piece := range pieces {
		text := a.front.expand(piece.Text)
		left := max(piece.Times, 1)
		if piece.Times < 0 {
			left = 1 << 62
		}
		many := min(left, block/(len(text)+1)+1)
		buffer := bytes.Repeat([]byte(text), many)
		for ; left > 0; left -= many {
			many = min(left, many)
			if _, err := out.Write(buffer[:many*len(text)]); err != nil || a.ctx.Err() != nil {
				return false
			}
		}
	}
	return true
}

// forward sends the request to the backend, and copies the answer to the client up to the limit in `pass`. Then it does
// the action `then`. It returns false if the connection must not be used again.
func (a *answer) forward(pass *script.Pass, then string) bool {
	response, err := a.front.backend.RoundTrip(a.toBackend(len(pass.Insert) > 0))
	if err != nil {
		if a.ctx.Err() != nil {
			return false
		}
		return a.write(&script.Answer{Status: 502, Body: err.Error()})
	}
	defer response.Body.Close()
	return a.copy(response, pass, then)
}

func (a *answer) toBackend(plain bool) *http.Request {
	r := a.request.Clone(a.ctx)
	r.RequestURI = ""
	r.Header.Del("Authorization")
	if plain { // text can be inserted only into an uncompressed answer
		r.Header.Del("Accept-Encoding")
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(a.body)), int64(len(a.body))
	return r
}
