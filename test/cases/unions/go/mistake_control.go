// args: -o extension
package v1

