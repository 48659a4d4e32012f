// args: -o extension
type A struct{}
