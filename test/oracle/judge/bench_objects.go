package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// benchObjectsAnswer has CPU microseconds per object, for all threads and including garbage collection. The time to
// read schemas and to make validators is excluded.
type benchObjectsAnswer struct {
	Objects  int     `json:"objects"`
	Read     float64 `json:"read"`
	Prune    float64 `json:"prune"`
	Default  float64 `json:"default"`
	Validate float64 `json:"validate"`
	Write    float64 `json:"write"`
}

type benchLine struct {
	line      schemaLine
	object    map[string]any
	validator validation.SchemaValidator
}

type objectsWatch struct {
	objects                            int
	read, prune, fill, validate, write time.Duration
}

func benchObjects(in io.Reader, out io.Writer) error {
	from := bufio.NewReaderSize(in, 1<<20)
	var watch objectsWatch
	for {
		lines, err := readLines(from, benchLines)
		watch.round(readBenchLines(lines))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	each := func(d time.Duration) float64 {
		return float64(d.Nanoseconds()) / 1e3 / float64(max(watch.objects, 1))
	}
	return json.NewEncoder(out).Encode(benchObjectsAnswer{watch.objects, each(watch.read),
		each(watch.prune), each(watch.fill), each(watch.validate), each(watch.write)})
}

// readBenchLines returns the lines whose objects are JSON objects and whose schemas are structural.
func readBenchLines(lines [][]byte) (read []*benchLine) {
	for _, text := range lines {
		var b benchLine
		if json.Unmarshal(text, &b.line) != nil || b.line.readSchema() != nil || b.line.structural == nil {
			continue
		}
		var err error
		if b.validator, _, err = validation.NewSchemaValidator(b.line.internal); err == nil {
			read = append(read, b.each()...)
		}
	}
	return read
}

// each returns one line for each object. The `object` of the original line is one object or a list of objects.
func (b *benchLine) each() (lines []*benchLine) {
	texts := []json.RawMessage{b.line.Object}
	if bytes.HasPrefix(bytes.TrimSpace(b.line.Object), []byte("[")) {
		_ = json.Unmarshal(b.line.Object, &texts)
	}
	for _, text := range texts {
		one := *b
		one.line.Object = text
		if utiljson.Unmarshal(text, &one.object) == nil && one.object != nil {
			lines = append(lines, &one)
		}
	}
	return lines
}

func (w *objectsWatch) round(lines []*benchLine) {
	each := func(took *time.Duration, do func(b *benchLine)) {
		start := cpu()
		for _, b := range lines {
			do(b)
		}
		*took += cpu() - start
	}
	each(&w.read, func(b *benchLine) {
		b.object = nil
		_ = utiljson.Unmarshal(b.line.Object, &b.object)
	})
	each(&w.prune, func(b *benchLine) { pruning.Prune(b.object, b.line.structural, true) })
	each(&w.fill, func(b *benchLine) {
		defaulting.PruneNonNullableNullsWithoutDefaults(b.object, b.line.structural)
		defaulting.Default(b.object, b.line.structural)
	})
	each(&w.validate, func(b *benchLine) {
		validation.ValidateCustomResource(nil, b.object, b.validator)
	})
	each(&w.write, func(b *benchLine) { _, _ = json.Marshal(b.object) })
	w.objects += len(lines)
}
