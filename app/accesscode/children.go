package accesscode

import (
	"context"
	"crypto/rand"
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// Used asks whether orders were made with a code.
var Used = app.NewQuestion[int64, bool]("access code used")

// ChildRequest asks for children of a code.
type ChildRequest struct {
	// Number is how many it has afterwards, so that a call that was cut off is simply
	// repeated. There are never fewer than before.
	Number int64
	// Prefix is what the codes of new ones begin with.
	Prefix string
}

// MakeChildren gives a code so many children, which makes it a parent. They are made
// batch by batch, each in a transaction of its own, so that nobody waits for all of
// them.
func MakeChildren(ctx context.Context, a *app.App, c *app.Caller, k Key, in ChildRequest) (v View, err error) {
	var p app.Problems
	if in.Number < MinChildren || in.Number > MaxChildren {
		p.Add("quantity", "must be between %d and %d", MinChildren, MaxChildren)
	}
	checkText(&p, "prefix", in.Prefix, MaxPrefix)
	if err := p.Err(); err != nil {
		return View{}, err
	}
	for {
		texts := draw(in.Prefix)
		done := false
		err := a.Update(ctx, c, app.EditAccessCodes, func(tx app.Tx) error {
			v, done, err = moreChildren(tx, k, in.Number, texts)
			return err
		})
		if err != nil && !errors.Is(err, indexes.ErrTaken) || done {
			return v, err
		}
	}
}

// draw draws the codes of one batch. They are drawn before its transaction, so that a
// second run of it finds the same ones.
func draw(prefix string) []string {
	texts := make([]string, batch)
	for i := range texts {
		texts[i] = prefix + rand.Text()[:drawnLength]
	}
	return texts
}

// moreChildren makes the next children of a code; done tells that these were the last.
func moreChildren(tx app.Tx, k Key, number int64, texts []string) (v View, done bool, err error) {
	parent, err := find(tx, k, false)
	if err != nil {
		return v, false, err
	}
	have, err := childrenOf(tx, parent.ID)
	if err != nil {
		return v, false, err
	}
	if !parent.IsParent {
		if parent, err = becomeParent(tx, parent, k); err != nil {
			return v, false, err
		}
	}
	more := min(max(number-have, 0), int64(len(texts)))
	if err := hasSpace(tx, max(number-have, 0)); err != nil {
		return v, false, err
	}
	for _, text := range texts[:more] {
		if err := Codes.Insert(tx, &Code{Text: text, ParentID: parent.ID}); err != nil {
			return v, false, err
		}
	}
	v, err = view(tx, parent)
	return v, have+more >= number, err
}

// becomeParent is refused for children, and for codes that were used.
func becomeParent(tx app.Tx, c Code, k Key) (Code, error) {
	if c.ParentID != 0 {
		return c, app.Field(k.field(), "is a child and cannot have children")
	}
	if err := Guard(tx, c.ID); err != nil {
		return c, err
	}
	used, err := Used.Ask(tx, c.ID)
	if err == nil && used {
		err = app.Field(k.field(), "was used and cannot have children")
	}
	if err != nil {
		return c, err
	}
	return Codes.Update(tx, c.ID, func(c *Code) error { c.IsParent = true; return nil })
}
