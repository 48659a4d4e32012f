// regexp answers questions about regular expressions with Go's code, and generates regular expressions for comparisons.
//
//	regexp judge                     lines {"pattern": …} or {"hex": …} in, lines {"error": …} out;
//	                                 with {"text": …} or {"textHex": …}, lines
//	                                 {"matches": …, "found": […]}, the first hundred matches
//	regexp generate --seed S --n N   N lines of patterns, always the same for one seed
//	regexp generate --texts …        the same, with a text each
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
	Text    *string `json:"text,omitempty"`
	TextHex *string `json:"textHex,omitempty"`
}

func decode(text *string, inHex string) (string, error) {
	if text != nil {
		return *text, nil
	}
	bytes, err := hex.DecodeString(inHex)
	return string(bytes), err
}

func lineOf(pattern string) line {
	if utf8.ValidString(pattern) {
		return line{Pattern: &pattern}
	}
	return line{Hex: hex.EncodeToString([]byte(pattern))}
}

func (l line) with(text string) line {
	if l.Text = &text; !utf8.ValidString(text) {
		inHex := hex.EncodeToString([]byte(text))
		l.Text, l.TextHex = nil, &inHex
	}
	return l
}

// answer returns the answer's line. Every program writes it with the same bytes: text that is not plain ASCII is
// written in hex.
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
		pattern, err := decode(l.Pattern, l.Hex)
		if err != nil {
			return err
		}
		compiled, err := regexp.Compile(pattern)
		if err != nil || l.Text == nil && l.TextHex == nil {
			fmt.Fprintln(out, answer(err))
			continue
		}
		inHex := ""
		if l.TextHex != nil {
			inHex = *l.TextHex
		}
		text, err := decode(l.Text, inHex)
		if err != nil {
			return err
		}
		places := []string{}
		for _, at := range compiled.FindAllStringIndex(text, 100) {
			places = append(places, fmt.Sprintf("[%d,%d]", at[0], at[1]))
		}
		fmt.Fprintf(out, `{"matches":%t,"found":[%s]}`+"\n", compiled.MatchString(text), strings.Join(places, ","))
	}
	return nil
}

func generate(out *bufio.Writer, seed uint64, n int, texts bool) error {
	g := generator{rand.New(rand.NewPCG(seed, 0))}
	lines := json.NewEncoder(out)
	next := func() line { return lineOf(g.pattern()) }
	if texts {
		next = func() line {
			pattern := g.matching()
			return lineOf(pattern).with(g.text(pattern))
		}
	}
	for range n {
		if err := lines.Encode(next()); err != nil {
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
	texts := flags.Bool("texts", false, "with a text each")
	if err := flags.Parse(os.Args[2:]); err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	var err error
	switch os.Args[1] {
	case "judge":
		err = judge(out)
	case "generate":
		err = generate(out, *seed, *n, *texts)
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
