// Package reviews answers TokenReview with the user of a token, and SubjectAccessReview with whether a user may get a
// path.
package reviews

import (
	"encoding/json"
	"net/http"

	"structural/test/apiserver/internal/rbac"

	authentication "k8s.io/api/authentication/v1"
	authorization "k8s.io/api/authorization/v1"
	"k8s.io/apiserver/pkg/authentication/authenticator"
)

const (
	// Tokens is the URL path of TokenReviews, which Token answers.
	Tokens = "/apis/authentication.k8s.io/v1/tokenreviews"
	// Access is the URL path of SubjectAccessReviews, which SubjectAccess answers.
	Access = "/apis/authorization.k8s.io/v1/subjectaccessreviews"

	authenticated = "system:authenticated"
)

// Token answers with the user of a token.
func Token(tokens authenticator.Token) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var review authentication.TokenReview
		if !read(w, r, &review) {
			return
		}
		found, ok, err := tokens.AuthenticateToken(r.Context(), review.Spec.Token)
		if ok && err == nil {
			review.Status = authentication.TokenReviewStatus{Authenticated: true, User: authentication.UserInfo{
				Username: found.User.GetName(), UID: found.User.GetUID(), Groups: append(found.User.GetGroups(), authenticated)}}
		}
		write(w, review)
	}
}

// SubjectAccess answers whether a user may access a path. For access to a resource, the answer is always no.
func SubjectAccess(policy *rbac.Policy) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var review authorization.SubjectAccessReview
		if !read(w, r, &review) {
			return
		}
		if asked := review.Spec.NonResourceAttributes; asked != nil {
			review.Status.Allowed = policy.Allows(rbac.Request{
				User: review.Spec.User, Groups: review.Spec.Groups, Verb: asked.Verb, Path: asked.Path})
		}
		write(w, review)
	}
}

func read(w http.ResponseWriter, r *http.Request, review any) bool {
	if r.Method != http.MethodPost {
		http.Error(w, "only POST", http.StatusMethodNotAllowed)
		return false
	}
	if err := json.NewDecoder(r.Body).Decode(review); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return false
	}
	return true
}

func write(w http.ResponseWriter, review any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(review)
}
