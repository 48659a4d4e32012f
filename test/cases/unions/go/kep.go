// args: -o extension
// args: -o annotation --type InlinedUnion
package kep

// The examples of the KEP.
type TopLevelUnion struct {
	Name string `json:"name"`

	Union `json:",inline"`
}

// +union
type Union struct {
	// +unionDiscriminator
	// +optional
	UnionType string `json:"unionType"`

	// +optional
	FieldA int `json:"fieldA"`
	// +optional
	FieldB int `json:"fieldB"`
}

type Union2 struct {
	// +unionDiscriminator
	Type string `json:"type"`
	// +unionDeprecated
	// +optional
	Alpha int `json:"alpha"`
	// +unionDeprecated
	// +optional
	Beta int `json:"beta"`
}

type InlinedUnion struct {
	Name string `json:"name"`

	// +unionDeprecated
	// +optional
	Field1 *int `json:"field1,omitempty"`
	// +unionDeprecated
	// +optional
	Field2 *int `json:"field2,omitempty"`

	Union  `json:",inline"`
	Union2 `json:",inline"`
}
