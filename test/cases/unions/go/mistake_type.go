// args: -o extension
package v1

type ä struct {
	ü ]int
}
