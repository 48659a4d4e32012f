// args: -o annotation
// args: -o annotation --version v1
// args: -o annotation --type Backup
// args: -o annotation --type Nobody
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true

// Download is fetched by somebody.
type Download struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   DownloadSpec    `json:"spec,omitempty"`
	Status *DownloadStatus `json:"status,omitempty"`
}

// DownloadList has no unions: it is no kind.
type DownloadList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Download `json:"items"`
}

type DownloadSpec struct {
	Common    `json:",inline"`
	Sources   []Source            `json:"sources"`
	ByName    map[string]*Source  `json:"by/na~me,omitempty"`
	Matrix    [][2]Source         `json:"matrix,omitempty"`
	Foreign   metav1.LabelSelector `json:"foreign,omitempty"`
	Ignored   Source              `json:"-"`
	unseen    Source
	Nested    struct {
		// +unionDeprecated
		A *string `json:"a,omitempty"`
		// +unionDeprecated
		B *string `json:"b,omitempty"`
	} `json:"nested"`
}

type DownloadStatus struct{ Last Alias `json:"last"` }

type Alias = Source

// Common is embedded.
type Common struct {
	Mirror Source `json:"mirror,omitempty"`
}

// SourceType is a text by another name.
type SourceType string

// Source is one of several.
// +union
type Source struct {
	// +unionDiscriminator
	Type SourceType `json:"type"`
	File *File      `json:"file,omitempty"`
	// +optional
	URL string
	Secret *Children `json:"secret,omitempty"`
}

type File struct{ Path string }

// Children are in themselves.
type Children struct{ More []Children `json:"more,omitempty"` }

type Backup struct{ From []Source `json:"from"` }
