// Package v1 has the types of the API example.com/v1.
//
// +kubebuilder:object:generate=true
// +groupName=example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=machines,singular=machine,shortName=mc;"m-c",categories=all,scope=Namespaced
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=".spec.size",statuspath=".status.size",selectorpath=".status.selector"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:printcolumn:name="Ready",type="string",JSONPath=`.status.conditions[?(@.type=="Ready")].status`,description="Whether it runs",priority=1
// +kubebuilder:selectablefield:JSONPath=".spec.phase"
// +kubebuilder:storageversion

// Machine runs things.
type Machine struct {
	metav1.TypeMeta `json:",inline"`

	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// MachineSpec is what a machine is to be. + begins like a marker, and this TODO is left out by controller-gen.
	//
	// +required
	Spec MachineSpec `json:"spec"`

	// +optional
	Status *MachineStatus `json:"status,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="self.size > 0 || self.phase != ''",message=`Only what is "off" may have no size.`,reason="FieldValueInvalid",fieldPath=".size"
// +structural:unmapped:path="spec.versions[1].schema.openAPIV3Schema.properties[spec].oneOf"

type MachineSpec struct {
	// Whatever it is.
	//
	// +optional
	Any *apiextensionsv1.JSON `json:"any,omitempty"`

	// +required
	// +kubebuilder:validation:MaxItems=10
	// +listType=set
	// +kubebuilder:validation:items:MaxLength=100
	// +kubebuilder:validation:items:Pattern="^https://.*`?$"
	APIURLs []string `json:"apiURLs"`

	// +optional
	Blob []byte `json:"blob,omitempty"`

	// +optional
	// +kubebuilder:validation:Enum=1;-2
	// +kubebuilder:default=-2
	Codes *int64 `json:"codes,omitempty"`

	// +optional
	// +listType=map
	// +listMapKey=name
	// +listMapKey=podIPs
	Containers []MachineSpecContainer `json:"containers,omitempty"`

	// +optional
	Count *int `json:"count,omitempty"`

	// +optional
	CPU *resource.Quantity `json:"cpu,omitempty"`

	// +optional
	// +kubebuilder:validation:XEmbeddedResource
	Embedded *runtime.RawExtension `json:"embedded,omitempty"`

	// +optional
	HTTP2 *bool `json:"http2,omitempty"`

	// +optional
	// +structural:unmapped:path="spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[mixed].enum"
	Mixed *apiextensionsv1.JSON `json:"mixed,omitempty"`

	// +optional
	Nothing *MachineSpecNothing `json:"nothing,omitempty"`

	// +optional
	// +structural:unmapped:path="spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[nullables].items.nullable"
	Nullables []string `json:"nullables,omitempty"`

	// +optional
	// +kubebuilder:validation:Enum=Running;"On Hold";""
	// +kubebuilder:default=Running
	Phase *string `json:"phase,omitempty"`

	// +optional
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=`^\d+%?$`
	Port *intstr.IntOrString `json:"port,omitempty"`

	// +optional
	// +kubebuilder:validation:Minimum=0.5
	// +kubebuilder:validation:ExclusiveMinimum=true
	// +kubebuilder:validation:MultipleOf=0.25
	// +nullable
	Ratio *float64 `json:"ratio,omitempty"`

	// +optional
	// +kubebuilder:validation:Type=object
	// +kubebuilder:validation:MaxProperties=5
	Raw *runtime.RawExtension `json:"raw,omitempty"`

	// +optional
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MinLength=1
	Since *metav1.Time `json:"since,omitempty"`

	// +required
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000
	// +kubebuilder:default=3
	Size int32 `json:"size"`

	// +optional
	// +default={"labels":{"a":"b"},"list":[1,"2"],"metadata":{}}
	Template *MachineSpecTemplate `json:"template,omitempty"`

	// +optional
	// +kubebuilder:validation:Format=uuid
	// +kubebuilder:title="Its name"
	// +kubebuilder:externalDocs:url="https://example.com/uuid",description="On them"
	// +kubebuilder:example="a-b"
	UUID *string `json:"uuid,omitempty"`
}

type (
	// A container runs ''one'' process:
	// - with its arguments
	// - with its ports
	//
	// +structural:unmapped:path="spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[containers].items.properties[a,b]"
	MachineSpecContainer struct {
		// +optional
		Ref *string `json:"$ref,omitempty"`

		// +optional
		X2fa *bool `json:"2fa,omitempty"`

		// +required
		Name string `json:"name"`

		// +optional
		PodIPs2 *string `json:"pod-ips,omitempty"`

		// +optional
		// +kubebuilder:default=""
		PodIPs *string `json:"podIPs,omitempty"`
	}
)

type MachineSpecNothing struct{}

// +kubebuilder:validation:MinProperties=1
// +structType=atomic

type MachineSpecTemplate struct {
	// +optional
	Groups map[string][]string `json:"groups,omitempty"`

	// +optional
	// +mapType=atomic
	Labels map[string]MachineSpecTemplateLabelsValue `json:"labels,omitempty"`

	// +optional
	Limits map[string]MachineSpecTemplateLimitsValue `json:"limits,omitempty"`

	// +optional
	Matrix []MachineSpecTemplateMatrixItem `json:"matrix,omitempty"`

	// +optional
	Metadata *metav1.ObjectMeta `json:"metadata,omitempty"`
}

// +kubebuilder:validation:MaxLength=63

type MachineSpecTemplateLabelsValue string

// +kubebuilder:validation:Type=""

// How much of it.
type MachineSpecTemplateLimitsValue struct {
	intstr.IntOrString `json:",inline"`
}

// +listType=atomic

type MachineSpecTemplateMatrixItem []float64

type MachineStatus struct {
	// +optional
	Conditions []runtime.RawExtension `json:"conditions,omitempty"`

	// +optional
	Selector *string `json:"selector,omitempty"`

	// +optional
	Size *int `json:"size,omitempty"`
}

// +kubebuilder:object:root=true

// MachineList is a list of Machine.
type MachineList struct {
	metav1.TypeMeta `json:",inline"`

	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Machine `json:"items"`
}
