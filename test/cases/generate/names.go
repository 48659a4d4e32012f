// Package type_ has the types of the API example.com/type.
//
// +kubebuilder:object:generate=true
// +groupName=example.com
// +versionName=type
package type_

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=sets,singular=set,scope=Cluster
// +kubebuilder:storageversion

type Set struct {
	metav1.TypeMeta `json:",inline"`

	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +optional
	Item *SetItem2 `json:"item,omitempty"`

	// +optional
	ObjectMeta2 []SetObjectMeta2Item `json:"objectMeta,omitempty"`

	// +optional
	Policies []SetPolicy `json:"policies,omitempty"`
}

// +structural:unmapped:path="spec.versions[0].schema.openAPIV3Schema.properties[item].properties[é]"

type SetItem2 struct {
	// +required
	X string `json:"-,"`

	// +optional
	AB *string `json:"aB,omitempty"`

	// +optional
	AB2 *string `json:"a_b,omitempty"`

	// +optional
	DeepCopy2 *string `json:"deepCopy,omitempty"`
}

type SetObjectMeta2Item struct {
	// +optional
	A *string `json:"a,omitempty"`
}

type SetPolicy struct {
	// +optional
	Xs []SetPolicyX `json:"xs,omitempty"`
}

type SetPolicyX struct {
	// +optional
	A *string `json:"a,omitempty"`
}

// +kubebuilder:object:root=true

// SetList2 is a list of Set.
type SetList2 struct {
	metav1.TypeMeta `json:",inline"`

	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Set `json:"items"`
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=setitems,singular=setitem,scope=Cluster
// +kubebuilder:storageversion
// +kubebuilder:pruning:PreserveUnknownFields

type SetItem struct {
	metav1.TypeMeta `json:",inline"`

	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// +kubebuilder:object:root=true

// SetItemList is a list of SetItem.
type SetItemList struct {
	metav1.TypeMeta `json:",inline"`

	metav1.ListMeta `json:"metadata,omitempty"`

	Items []SetItem `json:"items"`
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:path="set-lists",singular="set-list",scope=Cluster
// +kubebuilder:storageversion

type SetList struct {
	metav1.TypeMeta `json:",inline"`

	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// +kubebuilder:object:root=true

// SetListList is a list of SetList.
type SetListList struct {
	metav1.TypeMeta `json:",inline"`

	metav1.ListMeta `json:"metadata,omitempty"`

	Items []SetList `json:"items"`
}
