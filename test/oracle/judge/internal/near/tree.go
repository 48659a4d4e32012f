package near

// A JSON value is nil, a bool, a string, a Literal, an *Object or a *List. A string may contain bytes that are not
// UTF-8, and surrogates encoded as three bytes, which UTF-8 does not allow.

// Literal is JSON text that is written unchanged.
type Literal string

// Object keeps the order of its members, and may have the same key several times.
type Object struct{ Members []Member }

// Member is a member of an object.
type Member struct {
	Key   string
	Value any
}

// List is a list of values.
type List struct{ Items []any }

func object(keysAndValues ...any) *Object {
	o := &Object{}
	for i := 0; i < len(keysAndValues); i += 2 {
		o.add(keysAndValues[i].(string), keysAndValues[i+1])
	}
	return o
}

func list(items ...any) *List { return &List{items} }

func (o *Object) add(key string, value any) { o.Members = append(o.Members, Member{key, value}) }

func (o *Object) index(key string) int {
	for i := range o.Members {
		if o.Members[i].Key == key {
			return i
		}
	}
	return -1
}

func (o *Object) has(key string) bool { return o.index(key) >= 0 }

func (o *Object) get(key string) any {
	if i := o.index(key); i >= 0 {
		return o.Members[i].Value
	}
	return nil
}

func (o *Object) child(key string) *Object {
	child, _ := o.get(key).(*Object)
	return child
}

// any reports whether o has members. o can be nil.
func (o *Object) any() bool { return o != nil && len(o.Members) > 0 }

// childOrNew returns the object at key in o. If o has no such object, it adds one.
func (o *Object) childOrNew(key string) *Object {
	if o.child(key) == nil {
		o.set(key, object())
	}
	return o.child(key)
}

func (o *Object) set(key string, value any) {
	if i := o.index(key); i >= 0 {
		o.Members[i].Value = value
	} else {
		o.add(key, value)
	}
}

func (o *Object) drop(key string) {
	if i := o.index(key); i >= 0 {
		o.Members = append(o.Members[:i:i], o.Members[i+1:]...)
	}
}

// inner returns all objects and lists in a value, including the value itself.
func inner(value any, found []any) []any {
	switch v := value.(type) {
	case *Object:
		found = append(found, v)
		for _, m := range v.Members {
			found = inner(m.Value, found)
		}
	case *List:
		found = append(found, v)
		for _, item := range v.Items {
			found = inner(item, found)
		}
	}
	return found
}

func copyOf(value any) any {
	switch v := value.(type) {
	case *Object:
		to := &Object{}
		for _, m := range v.Members {
			to.add(m.Key, copyOf(m.Value))
		}
		return to
	case *List:
		to := &List{}
		for _, item := range v.Items {
			to.Items = append(to.Items, copyOf(item))
		}
		return to
	}
	return value
}
