package app

import (
	"testing"

	"github.com/matryer/is"
)

// kept forgets when another node wrote; held has nothing to forget.
type (
	kept struct{ forgot int }
	held struct{}
)

func (k *kept) Forget() { k.forgot++ }

func TestWhatOthersWriteIsForgotten(t *testing.T) {
	is := is.New(t)
	a, b := New(nil, nil, Options{}), New(nil, nil, Options{})
	values, others := NewPerApp(func() *kept { return new(kept) }), NewPerApp(func() *held { return new(held) })
	values.Of(a).forgot, values.Of(b).forgot = 0, 0
	others.Of(a)
	OthersWrote(a)
	is.Equal(values.Of(a).forgot, 1)
	is.Equal(values.Of(b).forgot, 0)
}
