package company

import (
	"testing"

	"github.com/matryer/is"
)

func TestMayBeBelow(t *testing.T) {
	for _, c := range []struct {
		name          string
		child, parent Company
		below, beside int
		allowed       bool
	}{
		{"a company below another", Company{ID: 2}, Company{ID: 1}, 0, 0, true},
		{"one that is there already", Company{ID: 2, ParentID: 1}, Company{ID: 1, Leads: true}, 0, MaxChildren, true},
		{"one that moves to another parent", Company{ID: 2, ParentID: 3}, Company{ID: 1}, 0, 0, true},
		{"the last one that fits", Company{ID: 2}, Company{ID: 1}, 0, MaxChildren - 1, true},
		{"one too many", Company{ID: 2}, Company{ID: 1}, 0, MaxChildren, false},
		{"a company below itself", Company{ID: 1}, Company{ID: 1}, 0, 0, false},
		{"a third level below", Company{ID: 2}, Company{ID: 1}, 1, 0, false},
		{"a third level above", Company{ID: 2}, Company{ID: 1, ParentID: 3}, 0, 0, false},
		{"a circle", Company{ID: 1, Leads: true}, Company{ID: 2, ParentID: 1}, 1, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			err := mayBeBelow(&c.child, &c.parent, c.below, c.beside)
			is.Equal(err == nil, c.allowed) // allowed
		})
	}
}
