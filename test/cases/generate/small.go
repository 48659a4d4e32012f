// Package v1 has the types of the API example.com/v1.
//
// +kubebuilder:object:generate=true
// +groupName=example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=doors,singular=door,scope=Namespaced
// +kubebuilder:subresource:status
// +kubebuilder:storageversion

// Door leads somewhere.
type Door struct {
	metav1.TypeMeta `json:",inline"`

	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +required
	Spec DoorSpec `json:"spec"`
}

type DoorSpec struct {
	// The port to knock at.
	//
	// +optional
	Port *intstr.IntOrString `json:"port,omitempty"`

	// +required
	// +kubebuilder:validation:MaxItems=10
	// +kubebuilder:validation:items:MinLength=1
	URLs []string `json:"urls"`
}

// +kubebuilder:object:root=true

// DoorList is a list of Door.
type DoorList struct {
	metav1.TypeMeta `json:",inline"`

	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Door `json:"items"`
}
