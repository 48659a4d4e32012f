// args: -o extension
package v1

type A struct {
	B int
