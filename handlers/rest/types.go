package rest

import (
	"strings"
	"time"
)

// ID is an identifier in a request: a number or a numeric string.
type ID int64

// Peer is the network address that a request comes from, without the port. A
// field of this type needs no tag, and no request can set it.
type Peer string

// Origin is what stands in front of the paths of this server: the base URL, else the
// scheme and host that the request came to. It is filled as a Peer is.
type Origin string

// Text is a string in a request that may also come as a number.
type Text string

// Flag is a boolean in a request; as any other it may also come as "true", "1", 1 and so on.
type Flag bool

// Raw is a JSON value of any kind, kept as it came (at most the body limit).
type Raw []byte

// Path is an address of this server in an answer, below its origin: it is written as a
// whole URL.
type Path string

// Words are a text of the program for people, such as the name of a state: it is written in
// the language of messages.
type Words string

// Trashed is the withTrashed parameter: "true", "false" or blank.
type Trashed bool

// Enum is a text of a request or an answer that is one of a few words, which its type
// lists in their order: the decoder, the validator and the document read them there.
//
//	type direction string
//
//	func (direction) Values() []string { return []string{"in", "out"} }
type Enum interface{ Values() []string }

// Of marks a plain struct as a resource for only and except:
//
//	_ rest.Of `rest:"orders"`
type Of struct{}

// Time is a moment in a request. It reads YYYY-MM-DD HH:MM:SS,
// YYYY-MM-DDTHH:mm:ss.SSSSSSZ and RFC 3339; no zone means UTC. Years run from
// 1970 to 9999. Fields tagged `date:"true"` also read YYYY-MM-DD.
type Time struct {
	time.Time
	// Day tells that only a date was given; the time is its first moment, UTC.
	Day bool
}

// At is the moment of an optional time, nil when there is none.
func (t *Time) At() *time.Time {
	if t == nil {
		return nil
	}
	u := t.Time
	return &u
}

// Opt is a field that may be absent, null, or a value. In an output an Opt that
// is not Set is left out.
type Opt[T any] struct {
	// Set tells that the field was there.
	Set bool
	// Null tells that it was null.
	Null  bool
	Value T
}

// Some is an Opt that holds a value.
func Some[T any](v T) Opt[T] { return Opt[T]{Set: true, Value: v} }

// Get is the value, and whether there is one.
func (o Opt[T]) Get() (T, bool) { return o.Value, o.Set && !o.Null }

// Ptr is nil unless there is a value.
func (o Opt[T]) Ptr() *T {
	if !o.Set || o.Null {
		return nil
	}
	v := o.Value
	return &v
}

func (Opt[T]) isOpt() {}

type optional interface{ isOpt() }

// Include is the include parameter: a list of names from the field's enum.
type Include []string

// Has tells whether a name was asked for. Asking for a child ("a.b") implies its
// parents.
func (in Include) Has(name string) bool {
	for _, n := range in {
		if n == name || strings.HasPrefix(n, name) && n[len(name)] == '.' {
			return true
		}
	}
	return false
}
