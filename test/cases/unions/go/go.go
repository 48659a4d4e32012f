// args: -o extension
/* The language, as far as types need it.
+union
*/
package v1

import "fmt"
import (
	"os"; . "strings"
)

const Text = `a "raw" text
// +union
type NotHere struct {}`

const quote, rune = "\"{", '\''

var table = map[string][]struct{ A int }{"a": {{A: 1}}}

func (s *Some[T]) Method(f func(int) (string, error)) (x int, err error) {
	type Inner struct {
		// +unionDeprecated
		A *int `json:"a,omitempty"`
	}
	if x := 1; x > 0 { fmt.Println("}", '}', `}`) }
	return 0, nil
}

type (
	// +union
	Grouped struct {
		/* +unionDiscriminator */
		Kind *string `json:"kind,omitempty" protobuf:"bytes,1,opt,name=kind"`
		One, Two *int `yaml:"x" json:",omitempty"` // +unionDiscriminator
	}

	Function func(a int, b ...string) (map[string]int, error)
	Channels struct{ In <-chan int; Out chan<- Grouped }
	Any interface {
		~int | ~string
		Method() struct{ X int }
	}
)

type Generic[T any, L []T] struct {
	List[T]
	// +unionDeprecated
	A *T `json:"a,omitempty"`
	// +unionDeprecated
	B map[string]T `json:"b,omitempty"`
	C [Size]T
}

type Array [Size]Grouped
type Same = Grouped
type Pointer *Grouped

// +union
type First struct { A *int `json:"a,omitempty"` }
type Second struct { A *int `json:"a,omitempty"` }

// +union

// Third has its tag above an empty line, as other tags of types.
type Third struct { Überall *int `json:"überall,omitempty"` }

// +union=true
type Fourth struct { A *int `json:"a,omitempty"` }

// is +union, not as a tag
// ++union
// +unions
type Fifth struct { A *int `json:"a,omitempty"` }
