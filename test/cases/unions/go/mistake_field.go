// args: -o extension
package v1

type A struct {
	7 int
}
