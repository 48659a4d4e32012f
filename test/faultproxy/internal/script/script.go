// Package script describes the faults of a proxy: for which connections and requests, and of which kind.
//
// A script is data, see test/cases/faults. It has no random part and does not depend on the clock: the n-th connection
// or request that a rule describes gets its fault.
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

// Script is one case. Fields that only the test reads are ignored here.
type Script struct {
	Name string
	// User is the authentication in the kubeconfig: "token" (the default) or "certificate".
	User string
	// Limit, unless 0, replaces the client's limit of a list, so that a short list has pages.
	Limit int
	Rules []Rule
}

// Rule gives a fault to the connections or requests From to From+Times-1 of those that On describes. The first rule of
// a script that applies decides.
type Rule struct {
	On    On
	From  int // counts from 1; 0 means 1
	Times int // 0 means 1, -1 means all
	Fault
}

// On describes connections, or requests by all parts that are set.
type On struct {
	Connection bool
	Method     string
	Path       string // part of the path
	Query      string // part of the query
	Without    string // text that the query does not contain
	Watch      *bool
}

// Fault is one of Connection, Certificate, Down, Rotate, Answer, Send and Pass.
type Fault struct {
	// Connection replaces TLS on a connection: "reset", "close", "hold" (the connection is accepted, but gets no
	// byte), "plain" (answers without TLS).
	Connection string
	// Certificate is the certificate of this connection: "other-host", "expired", "stranger" (signed by an
	// authority that the client does not trust), "renewed" (another valid one).
	Certificate string
	// Down closes the port for this number of milliseconds, and resets open connections.
	Down int
	// Rotate: "server": another serving certificate; "authority": that of another authority, also in the
	// kubeconfig's files; "client": another client certificate in the kubeconfig's files, and the old one is
	// refused. Open connections are closed.
	Rotate string
	// Answer replaces the server's answer.
	Answer *Answer
	// Send sends these bytes unchanged, and then does Then.
	Send []Piece
	// Pass passes the server's answer on with changes, and then does Then.
	Pass *Pass
	// Then: "end" the answer as HTTP does, "close" the connection, "reset" it, "hold" it without data. After Pass,
	// the default is to pass the rest on.
	Then string
}

// Answer is an answer with a Content-Length.
type Answer struct {
	Status  int
	Headers map[string]string
	Body    string
}

// Piece is a text, repeated Times times: 0 means once, -1 without end. ${other} is a URL of another host.
type Piece struct {
	Text  string
	Times int
}

// Pass changes an answer's body.
type Pass struct {
	Headers map[string]string // replace the server's headers
	Bytes   int               // number of bytes before Then; 0: see Lines
	Lines   int               // number of whole lines before Then; 0 and no Bytes: the whole body
	Insert  []Piece           // written after these bytes or lines
	Chunk   int               // number of bytes in each write
	Every   int               // milliseconds between two writes
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
