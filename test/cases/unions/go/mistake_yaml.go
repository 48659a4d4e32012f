// args: -o extension
apiVersion: v1
kind: "List"
