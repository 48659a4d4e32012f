// Package script is what a fault proxy does to which connection and to which request.
//
// A script is data, see test/cases/faults. Nothing in it is random and nothing depends on the
// clock: the n-th connection or request that a rule describes gets its fault.
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

// Script is one case. What only the test reads is passed over here.
type Script struct {
	Name string
	// User is how the kubeconfig authenticates: "token", when empty, or "certificate".
	User string
	// Limit, unless 0, takes the place of the client's limit of a list, so that a short one has pages.
	Limit int
	Rules []Rule
}

// Rule gives a fault to the connections or requests From to From+Times-1 of those that On describes.
// The first rule of a script that applies decides.
type Rule struct {
	On    On
	From  int // counts from 1; 0 is 1
	Times int // 0 is 1, -1 is all
	Fault
}

// On describes connections, or requests by all the parts that are given.
type On struct {
	Connection bool
	Method     string
	Path       string // part of the path
	Query      string // part of the query
	Without    string // no part of the query
	Watch      *bool
}

// Fault is one of Connection, Certificate, Down, Rotate, Answer, Send and Pass.
type Fault struct {
	// Connection: what happens to a connection instead of TLS: "reset", "close", "hold" (accepted,
	// and never a byte), "plain" (answers as if there were no TLS).
	Connection string
	// Certificate: which one this connection shows: "other-host", "expired", "stranger" (signed by
	// an authority that the client does not know), "renewed" (another one that is good).
	Certificate string
	// Down: for so many milliseconds nothing listens; open connections are reset.
	Down int
	// Rotate: "server": another serving certificate; "authority": that of another authority, also in
	// the kubeconfig's files; "client": another client certificate in the kubeconfig's files, the
	// old one is refused. Open connections are closed.
	Rotate string
	// Answer instead of the server's.
	Answer *Answer
	// Send these bytes as they are, and Then.
	Send []Piece
	// Pass the server's answer on, but not as it came, and Then.
	Pass *Pass
	// Then: "end" the answer as HTTP does, "close" the connection, "reset" it, "hold" it silently.
	// After Pass, nothing: the rest follows.
	Then string
}

// Answer is an answer with its length.
type Answer struct {
	Status  int
	Headers map[string]string
	Body    string
}

// Piece is a text, so many times: 0 is once, -1 for ever. ${other} is a URL of another host.
type Piece struct {
	Text  string
	Times int
}

// Pass is what becomes of an answer's body.
type Pass struct {
	Headers map[string]string // in place of the server's
	Bytes   int               // pass these many bytes before Then; 0: see Lines
	Lines   int               // pass these many whole lines before Then; 0 and no Bytes: everything
	Insert  []Piece           // after that
	Chunk   int               // write so many bytes at once
	Every   int               // milliseconds between two writes
}

// Load reads a script; a word that it does not know is an error.
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
