// What Go says of regular expressions, and regular expressions worth asking about.
//
//	regexp judge                     lines {"pattern": …} or {"hex": …} in, lines {"error": …} out
//	regexp generate --seed S --n N   N lines of patterns, always the same for one seed
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

type line struct {
	Pattern *string `json:"pattern,omitempty"`
	Hex     string  `json:"hex,omitempty"`
}

func (l line) text() (string, error) {
	if l.Pattern != nil {
		return *l.Pattern, nil
	}
	text, err := hex.DecodeString(l.Hex)
	return string(text), err
}

func lineOf(pattern string) line {
	if utf8.ValidString(pattern) {
		return line{Pattern: &pattern}
	}
	return line{Hex: hex.EncodeToString([]byte(pattern))}
}

// answer is one line, the same bytes from every program: what is not plain ASCII is in hex.
func answer(err error) string {
	if err == nil {
		return `{"error":null}`
	}
	text := err.Error()
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
		return `{"errorHex":"` + hex.EncodeToString([]byte(text)) + `"}`
	}
	return `{"error":"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"}`
}

func judge(out *bufio.Writer) error {
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	for in.More() {
		var l line
		if err := in.Decode(&l); err != nil {
			return err
		}
		text, err := l.text()
		if err != nil {
			return err
		}
		_, err = regexp.Compile(text)
		fmt.Fprintln(out, answer(err))
	}
	return nil
}

func generate(out *bufio.Writer, seed uint64, n int) error {
	g := generator{rand.New(rand.NewPCG(seed, 0))}
	lines := json.NewEncoder(out)
	for range n {
		if err := lines.Encode(lineOf(g.pattern())); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: regexp judge | generate [--seed S] [--n N]")
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	seed := flags.Uint64("seed", 1, "of the generator")
	n := flags.Int("n", 1000, "number of patterns")
	if err := flags.Parse(os.Args[2:]); err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	var err error
	switch os.Args[1] {
	case "judge":
		err = judge(out)
	case "generate":
		err = generate(out, *seed, *n)
	default:
		err = fmt.Errorf("unknown command %q", os.Args[1])
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		log.Fatal(err)
	}
}
