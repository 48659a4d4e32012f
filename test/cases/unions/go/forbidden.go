// args: -o extension
package v1

// +union
type Embeds struct {
	First `json:",inline"`
	A *int `json:"a,omitempty"`
}

// +union
type First struct {
	// +unionDiscriminator
	Number int `json:"number"`
	// +unionDiscriminator
	Second string `json:"second"`
	// +unionDeprecated
	A *int `json:"a,omitempty"`
	Required *int `json:"required"`
}

// +union
type Empty struct {
	// +unionDiscriminator
	Type string `json:"type"`
}

// +union
type Text string

type Members struct {
	// +unionDeprecated
	Required *int `json:"required"`
	// +unionDeprecated
	Value int `json:"value,omitempty"`
}

type NoUnion struct {
	// +unionDiscriminator
	Type string `json:"type"`
	Unknown `json:",inline"`
}

type Twice struct {
	One `json:",inline"`
	// +unionDeprecated
	A *int `json:"a,omitempty"`
}

// +union
type One struct {
	A *int `json:"a,omitempty"`
}

type Itself struct {
	*Itself `json:",inline"`
}

type One struct{}
