// args: -o extension
package v1

func f() {
	g(
}
