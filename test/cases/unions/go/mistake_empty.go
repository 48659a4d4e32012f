// args: -o extension
