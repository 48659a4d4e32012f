package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
)

// answerLines answers lines in their order. It flushes the answers whenever no further line is waiting.
func answerLines(op operation, from io.Reader, to io.Writer) error {
	debug.SetGCPercent(400) // less frequent garbage collections are faster, since most of the garbage is short-lived
	in, out := bufio.NewReaderSize(from, 1<<20), bufio.NewWriterSize(to, 1<<20)
	answers := json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if failed := answers.Encode(answer(op, line)); failed != nil {
				_ = answers.Encode(errorAnswer(failed))
			}
		}
		if in.Buffered() == 0 || err != nil {
			if failed := out.Flush(); failed != nil {
				return failed
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func answer(op operation, line []byte) (a any) {
	defer func() {
		if r := recover(); r != nil {
			a = errorAnswer(fmt.Errorf("panic: %v", r))
		}
	}()
	a, err := op(line)
	if err != nil {
		return errorAnswer(err)
	}
	return a
}

func errorAnswer(err error) any { return map[string]any{"error": err.Error()} }
