// args: -o annotation
// args: -o annotation --type A
package v1

type A struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	U                 U `json:"u"`
}

type B struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	U                 []U `json:"u"`
}

// +union
type U struct {
	X *int `json:"x,omitempty"`
	Y *int `json:"y,omitempty"`
}
