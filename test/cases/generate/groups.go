// Package api has the types of the API example.com/v2.
//
// +kubebuilder:object:generate=true
// +groupName=example.com
// +versionName=v2
package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=doors,singular=door,scope=Namespaced

type Door struct {
	metav1.TypeMeta `json:",inline"`

	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +optional
	Size *int `json:"size,omitempty"`
}

// +kubebuilder:object:root=true

// DoorList is a list of Door.
type DoorList struct {
	metav1.TypeMeta `json:",inline"`

	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Door `json:"items"`
}
