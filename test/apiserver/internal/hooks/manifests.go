package hooks

import (
	"bytes"
	"fmt"

	v1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"
)

// manifests has the configurations of a file with several documents.
type manifests struct {
	validating, mutating []runtime.Object
}

// parse reads YAML documents of webhook configurations. It returns an error for documents of other kinds and for
// unknown fields.
func parse(file []byte) (manifests, error) {
	var all manifests
	for _, document := range bytes.Split(append([]byte("\n"), file...), []byte("\n---")) {
		if len(bytes.TrimSpace(document)) == 0 {
			continue
		}
		if err := all.add(document); err != nil {
			return manifests{}, fmt.Errorf("webhook manifest: %w", err)
		}
	}
	return all, nil
}

func (m *manifests) add(document []byte) error {
	var meta metav1.TypeMeta
	if err := yaml.Unmarshal(document, &meta); err != nil {
		return err
	}
	switch meta.Kind {
	case "ValidatingWebhookConfiguration":
		c := &v1.ValidatingWebhookConfiguration{}
		if err := yaml.UnmarshalStrict(document, c); err != nil {
			return err
		}
		for i := range c.Webhooks {
			defaultValidating(&c.Webhooks[i])
		}
		m.validating = append(m.validating, c)
	case "MutatingWebhookConfiguration":
		c := &v1.MutatingWebhookConfiguration{}
		if err := yaml.UnmarshalStrict(document, c); err != nil {
			return err
		}
		for i := range c.Webhooks {
			defaultMutating(&c.Webhooks[i])
		}
		m.mutating = append(m.mutating, c)
	default:
		return fmt.Errorf("%q is no kind of webhook configuration", meta.Kind)
	}
	return nil
}
