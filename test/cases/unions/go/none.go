// args: -o extension
// args: -o annotation
package v1

type Plain struct{ A int }
