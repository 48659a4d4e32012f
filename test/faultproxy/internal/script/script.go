// Package script describes the faults of a proxy: their kinds, and the connections and requests that they affect.
//
// A script is data; see test/cases/faults. It has no random part and does not depend on the clock: the fault affects
// the n-th connection or request that a rule describes.
package script

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Script is one file of faults. The test reads further fields of the file, which this package ignores.
type Script struct {
	Name string
	// User is the authentication in the kubeconfig: "token" (the default) or "certificate".
	User string
	// Limit, unless it is 0, replaces the limit in the client's list requests, so that even a short list has several
	// pages.
	Limit int
	Rules []Rule
}

// Rule causes a fault in the connections or requests number From to From+Times-1 among those that On describes. If
// several rules of a script apply, the first of them decides.
type Rule struct {
	On    On
	From  int // number of the first match with the fault, from 1; 0 means 1
	Times int // number of matches with the fault; 0 means 1, -1 means all
	Fault
}

// On describes connections, or requests. A request must match all parts that are set.
type On struct {
	Connection bool
	Method     string
	Path       string // text that the path contains
	Query      string // text that the query contains
	Without    string // text that the query does not contain
	Watch      *bool
}

// Fault is one kind of fault. Exactly one of Connection, Certificate, Down, Rotate, Answer, Send and Pass is set.
type Fault struct {
	// Connection replaces TLS on a connection: "reset", "close", "hold" (the connection is accepted, but gets no
	// byte), "plain" (answers without TLS).
	Connection string
	// Certificate is the certificate of this connection: "other-host", "expired", "stranger" (signed by an
	// authority that the client does not trust), "renewed" (another valid one).
	Certificate string
	// Down closes the port for this number of milliseconds, and resets open connections.
	Down int
	// Rotate replaces a certificate, and closes open connections. "server": the proxy gets another serving certificate.
	// "authority": it gets a serving certificate of another authority, which the files of the kubeconfig then contain.
	// "client": the files of the kubeconfig get another client certificate, and the proxy refuses the old one.
	Rotate string
	// Answer is sent in place of the server's answer.
	Answer *Answer
	// Send sends these bytes in place of an answer, unchanged, and then does the action Then.
	Send []Piece
	// Pass forwards the server's answer with changes, and then does the action Then.
	Pass *Pass
	// Then is the action after Send or Pass: "end" ends the answer as HTTP does, "close" closes the connection, "reset"
	// resets it, "hold" keeps it open without data. The default after Pass is to send the rest of the answer.
	Then string
}

// Answer is an answer with a Content-Length.
type Answer struct {
	Status  int
	Headers map[string]string
	Body    string
}

// Piece is a text, repeated Times times. Times 0 means once, -1 means endlessly. ${other} in the text is a URL of the
// other host.
type Piece struct {
	Text  string
	Times int
}

// Pass changes an answer's body.
type Pass struct {
	Headers map[string]string // headers that replace those of the server
	Bytes   int               // number of bytes of the body before Then; if it is 0, Lines is the limit
	Lines   int               // number of complete lines of the body before Then; if it is 0, too, the body is complete
	Insert  []Piece           // texts that are inserted after these bytes or lines
	Chunk   int               // number of bytes in each write
	Every   int               // pause between two writes, in milliseconds
}

// Load reads a script. An unknown field is an error.
func Load(text []byte) (*Script, error) {
	var raw struct {
		Name, User string
		Limit      int
		Rules      []json.RawMessage
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, err
	}
	s := &Script{Name: raw.Name, User: raw.User, Limit: raw.Limit}
	for i, r := range raw.Rules {
		decoder := json.NewDecoder(bytes.NewReader(r))
		decoder.DisallowUnknownFields()
		var rule Rule
		err := decoder.Decode(&rule)
		if err == nil {
			err = rule.check()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: rule %d: %w", s.Name, i, err)
		}
		s.Rules = append(s.Rules, rule)
	}
	return s, nil
}

func (r *Rule) check() error {
	r.From, r.Times = max(r.From, 1), cmp.Or(r.Times, 1)
	f := &r.Fault
	given := 0
	for _, is := range []bool{f.Connection != "", f.Certificate != "", f.Down != 0, f.Rotate != "",
		f.Answer != nil, f.Send != nil, f.Pass != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return errors.New("it needs one fault, and one only")
	}
	if (f.Connection != "" || f.Certificate != "") != r.On.Connection && f.Down == 0 {
		return errors.New("a fault of connections and what the rule is for do not fit")
	}
	return known(f)
}

func known(f *Fault) error {
	for _, field := range [][2]string{
		{f.Connection, "reset close hold plain"},
		{f.Certificate, "other-host expired stranger renewed"},
		{f.Rotate, "server authority client"},
		{f.Then, "end close reset hold"},
	} {
		if field[0] != "" && !slices.Contains(strings.Fields(field[1]), field[0]) {
			return fmt.Errorf("%q is none of: %s", field[0], field[1])
		}
	}
	return nil
}
