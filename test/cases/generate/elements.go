// Package v1 has the types of the API example.com/v1.
//
// +kubebuilder:object:generate=true
// +groupName=example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=shelves,singular=shelf,scope=Namespaced
// +kubebuilder:storageversion
// +kubebuilder:validation:XValidation:rule="self.metadata.name != ''"
// +structural:unmapped:path="spec.versions[0].schema.openAPIV3Schema.properties[metadata]"

type Shelf struct {
	metav1.TypeMeta `json:",inline"`

	// +required
	metav1.ObjectMeta `json:"metadata"`

	// +optional
	Anythings map[string]ShelfAnythingsValue `json:"anythings,omitempty"`

	// +optional
	BlobMap map[string]ShelfBlobMapValue `json:"blobMap,omitempty"`

	// +optional
	// +kubebuilder:validation:items:MaxLength=10
	Blobs [][]byte `json:"blobs,omitempty"`

	// +optional
	// +default={"a":[],"b":{},"c":[1,"x",null]}
	DeepDefaults *runtime.RawExtension `json:"deepDefaults,omitempty"`

	// +optional
	// +default=[]
	Defaults []map[string]string `json:"defaults,omitempty"`

	// +optional
	DescribedPorts []ShelfDescribedPort `json:"describedPorts,omitempty"`

	// +optional
	// +kubebuilder:validation:items:XEmbeddedResource
	Embedded []runtime.RawExtension `json:"embedded,omitempty"`

	// +optional
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:items:MaxItems=2
	Lists [][][]ShelfListItemItem `json:"lists,omitempty"`

	// +optional
	// +structural:unmapped:path="spec.versions[0].schema.openAPIV3Schema.properties[lost].required"
	Lost *runtime.RawExtension `json:"lost,omitempty"`

	// +optional
	Maps map[string]ShelfMapsValue `json:"maps,omitempty"`

	// +optional
	// +structural:unmapped:path="spec.versions[0].schema.openAPIV3Schema.properties[names].items.default"
	// +structural:unmapped:path="spec.versions[0].schema.openAPIV3Schema.properties[names].items.description"
	Names []ShelfName `json:"names,omitempty"`

	// +optional
	Open *ShelfOpen `json:"open,omitempty"`

	// +optional
	OpenMap map[string]apiextensionsv1.JSON `json:"openMap,omitempty"`

	// +optional
	PlainTimes []metav1.Time `json:"plainTimes,omitempty"`

	// +optional
	// +kubebuilder:validation:Enum=1;http
	Port *intstr.IntOrString `json:"port,omitempty"`

	// +optional
	// +kubebuilder:validation:items:XIntOrString
	// +kubebuilder:validation:items:MaxLength=5
	Ports []intstr.IntOrString `json:"ports,omitempty"`

	// +optional
	Raws []ShelfRaw `json:"raws,omitempty"`

	// +optional
	Sets []ShelfSet `json:"sets,omitempty"`

	// +optional
	Times map[string]ShelfTimesValue `json:"times,omitempty"`

	// +optional
	Untyped *ShelfUntyped `json:"untyped,omitempty"`

	// +optional
	// +kubebuilder:validation:Type=""
	// +kubebuilder:pruning:PreserveUnknownFields
	UntypedList []string `json:"untypedList,omitempty"`

	// +optional
	// +kubebuilder:validation:Type=""
	// +kubebuilder:pruning:PreserveUnknownFields
	UntypedMap map[string]string `json:"untypedMap,omitempty"`

	// +optional
	// +kubebuilder:title="''"
	// +structural:unmapped:path="spec.versions[0].schema.openAPIV3Schema.properties[wrong].minimum"
	// +structural:unmapped:path="spec.versions[0].schema.openAPIV3Schema.properties[wrong].maxItems"
	Wrong *string `json:"wrong,omitempty"`
}

// +kubebuilder:validation:Type=""

// One of them.
type ShelfAnythingsValue struct {
	apiextensionsv1.JSON `json:",inline"`
}

// +kubebuilder:validation:MaxLength=10
// +kubebuilder:validation:Format=byte

type ShelfBlobMapValue string

// +kubebuilder:validation:Type=""
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:MaxLength=5

// One of them.
type ShelfDescribedPort struct {
	intstr.IntOrString `json:",inline"`
}

// +kubebuilder:validation:MinLength=3

type ShelfListItemItem string

// +kubebuilder:validation:MaxProperties=3

type ShelfMapsValue map[string]ShelfMapsValueValue

// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Format=uint8

type ShelfMapsValueValue int64

// +kubebuilder:validation:Enum=a;b

// TODO describe
type ShelfName string

// +kubebuilder:pruning:PreserveUnknownFields

type ShelfOpen struct {
	// +optional
	A *string `json:"a,omitempty"`
}

type (
	// One of them:
	//
	//   as code
	ShelfRaw struct {
		runtime.RawExtension `json:",inline"`
	}
)

// +listType=set
// +kubebuilder:validation:items:MinLength=3

type ShelfSet []string

// +kubebuilder:validation:Format="date-time"

// When it was.
type ShelfTimesValue string

// +kubebuilder:validation:Type=""
// +kubebuilder:pruning:PreserveUnknownFields

type ShelfUntyped struct {
	// +optional
	A *string `json:"a,omitempty"`
}

// +kubebuilder:object:root=true

// ShelfList is a list of Shelf.
type ShelfList struct {
	metav1.TypeMeta `json:",inline"`

	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Shelf `json:"items"`
}
