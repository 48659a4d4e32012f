// Package render builds a kustomization.
package render

import (
	"io"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// Objects are the objects of a kustomization, in the order in which it has them.
type Objects struct{ resources resmap.ResMap }

// Folder builds the kustomization in dir.
func Folder(dir string) (Objects, error) {
	options := krusty.MakeDefaultOptions()
	options.Reorder = krusty.ReorderOptionUnspecified // the default of the `kustomize` program
	resources, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), dir)
	return Objects{resources}, err
}

// JSON returns a list of all objects.
func (o Objects) JSON() ([]byte, error) {
	text := []byte("[")
	for i, resource := range o.resources.Resources() {
		object, err := resource.MarshalJSON()
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, object...)
	}
	return append(text, ']'), nil
}

// Print writes the objects as YAML documents, or as JSON.
func (o Objects) Print(w io.Writer, asJSON bool) error {
	text, err := o.resources.AsYaml()
	if asJSON {
		text, err = o.JSON()
	}
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
