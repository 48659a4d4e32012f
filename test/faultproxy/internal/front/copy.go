package front

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"

	"structural/test/faultproxy/internal/script"
)

// copy writes the response to the client with the changes in `pass`, and then does the action `then` of script.Fault.
// It returns false if the connection must not be used again.
func (a *answer) copy(response *http.Response, pass *script.Pass, then string) bool {
	var head bytes.Buffer
	fmt.Fprintf(&head, "HTTP/1.1 %s\r\n", response.Status)
	header := response.Header.Clone()
	b := &body{answer: a, pass: pass, whole: then != "" && then != "end" && len(pass.Insert) == 0}
	if len(pass.Insert) > 0 || then == "end" || response.ContentLength < 0 {
		header.Del("Content-Length")
		header.Set("Transfer-Encoding", "chunked")
		b.chunked = true
	} else {
		header.Set("Content-Length", fmt.Sprint(response.ContentLength))
	}
	for name, value := range pass.Headers {
		header.Set(name, value)
	}
	header.Write(&head)
	head.WriteString("\r\n")
	if _, err := a.out.Write(head.Bytes()); err != nil {
		return false
	}
	switch b.copy(response.Body, then) {
	case passedOn:
		return b.end()
	case faulted:
		if then == "end" {
			return b.end()
		}
		return a.then(then)
	}
	return false
}

// body is the body of an answer that the proxy writes to the client.
type body struct {
	*answer
	pass    *script.Pass
	chunked bool
	whole   bool // whether chunks announce their full size, even if their data will be cut
	bytes   int
	lines   int
	done    bool // whether the limit in `pass` was reached
}

type outcome int

const (
	lost outcome = iota // the client or the backend has closed the connection
	passedOn
	faulted
)

func (b *body) copy(from io.Reader, then string) outcome {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		text := buffer[:n]
		if keep := b.keep(text); keep < n || b.reached() && !b.done {
			if !b.chunk(text[:keep], n) || !b.insert() {
				return lost
			}
			b.done = true
			if then != "" {
				return faulted
			}
			text = text[keep:]
		}
		if !b.chunk(text, len(text)) {
			return lost
		}
		if err == io.EOF {
			return b.atEnd(then)
		}
		if err != nil {
			return lost
		}
	}
}

// atEnd returns the outcome at the end of the body. A fault without a limit in bytes or lines occurs there.
func (b *body) atEnd(then string) outcome {
	if then == "" || b.limited() {
		return passedOn
	}
	return faulted
}

func (b *body) limited() bool { return b.pass.Bytes > 0 || b.pass.Lines > 0 }

func (b *body) reached() bool {
	return b.pass.Bytes > 0 && b.bytes >= b.pass.Bytes || b.pass.Lines > 0 && b.lines >= b.pass.Lines
}

// keep counts the bytes of the text, or its lines if the limit in `pass` is a number of lines. It returns the number of
// its bytes before the limit.
func (b *body) keep(text []byte) int {
	if b.done || !b.limited() {
		return len(text)
	}
	if b.pass.Bytes > 0 {
		n := min(len(text), b.pass.Bytes-b.bytes)
		b.bytes += n
		return n
	}
	for i, c := range text {
		if c == '\n' {
			if b.lines++; b.lines == b.pass.Lines {
				return i + 1
			}
		}
	}
	return len(text)
}

// insert writes the texts of pass.Insert. Each write is a chunk.
func (b *body) insert() bool { return b.send(chunks{b}, b.pass.Insert) }

type chunks struct{ *body }

func (c chunks) Write(text []byte) (int, error) {
	if !c.chunk(text, len(text)) {
		return 0, io.ErrClosedPipe
	}
	return len(text), nil
}

// chunk writes `text` as a chunk whose header announces `announced` bytes.
func (b *body) chunk(text []byte, announced int) bool {
	if len(text) == 0 {
		return true
	}
	if !b.chunked {
		return b.write(text)
	}
	if !b.whole || announced == 0 {
		announced = len(text)
	}
	framed := fmt.Appendf(nil, "%x\r\n", announced)
	framed = append(framed, text...)
	if announced == len(text) {
		framed = append(framed, "\r\n"...)
	}
	return b.write(framed)
}

// write writes the text, in several steps if the script requires it.
func (b *body) write(text []byte) bool {
	step := b.pass.Chunk
	if step <= 0 {
		step = len(text)
	}
	for len(text) > 0 {
		n := min(step, len(text))
		if _, err := b.out.Write(text[:n]); err != nil {
			return false
		}
		text = text[n:]
		if b.pass.Every == 0 {
			continue
		}
		select {
		case <-b.ctx.Done():
			return false
		case <-time.After(time.Duration(b.pass.Every) * time.Millisecond):
		}
	}
	return true
}

func (b *body) end() bool { return !b.chunked || b.write([]byte("0\r\n\r\n")) }
