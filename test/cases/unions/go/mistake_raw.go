// args: -o extension
package v1

const a = `no end
