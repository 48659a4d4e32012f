// Package chart renders a Helm chart as `helm template` does.
package chart

import (
	"encoding/json"
	"io"
	"log"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"sigs.k8s.io/yaml"
)

// Release is the name and namespace of the installation.
var Release = chartutil.ReleaseOptions{Name: "structural", Namespace: "structural-system", Revision: 1, IsInstall: true}

var separator = regexp.MustCompile(`(?m)^---\s*$`)

// Objects are the rendered objects of a chart, and Helm's notes after an installation.
type Objects struct {
	all   []json.RawMessage
	Notes string
}

// Folder renders the chart in dir with these values, which are YAML. The error names the values that the chart refuses.
func Folder(dir string, values []byte) (Objects, error) {
	files, err := templates(dir, values)
	objects := Objects{all: []json.RawMessage{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Base(name) == "NOTES.txt" {
			objects.Notes = files[name]
		} else if !strings.HasPrefix(path.Base(name), "_") && err == nil {
			err = objects.read(files[name])
		}
	}
	return objects, err
}

func (o *Objects) read(file string) error {
	for _, document := range separator.Split(file, -1) {
		object, err := yaml.YAMLToJSONStrict([]byte(document))
		if err != nil {
			return err
		}
		if string(object) != "null" {
			o.all = append(o.all, object)
		}
	}
	return nil
}

// JSON returns a list of all objects.
func (o Objects) JSON() ([]byte, error) { return json.Marshal(o.all) }

// Print writes the objects as YAML documents, or as JSON.
func (o Objects) Print(w io.Writer, asJSON bool) error {
	text, err := o.JSON()
	if !asJSON && err == nil {
		text = nil
		for _, object := range o.all {
			document, _ := yaml.JSONToYAML(object) // cannot fail: the object was read from YAML
			text = append(append(text, "---\n"...), document...)
		}
	}
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// templates returns the rendered files of the chart, by name.
func templates(dir string, values []byte) (map[string]string, error) {
	log.SetOutput(io.Discard) // the loader logs each symbolic link
	chart, err := loader.Load(dir)
	if err != nil {
		return nil, err
	}
	given, err := chartutil.ReadValues(values)
	if err != nil {
		return nil, err
	}
	all, err := chartutil.ToRenderValues(chart, given, Release, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	return engine.Engine{Strict: true}.Render(chart, all)
}
