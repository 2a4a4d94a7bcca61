package codes

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"marquee/app"
	"marquee/indexes"
)

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
func (k *Kind[T]) MakeChildren(ctx context.Context, a *app.App, c *app.Caller, key Key, in ChildRequest) (v View[T], err error) {
	var p app.Problems
	Between(&p, "quantity", &in.Number, MinChildren, MaxChildren)
	checkText(&p, "prefix", in.Prefix, MaxPrefix)
	if err := p.Err(); err != nil {
		return v, err
	}
	for {
		texts := draw(in.Prefix)
		done := false
		err := a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
			v, done, err = k.moreChildren(tx, key, in.Number, texts)
			return err
		})
		if err != nil && !errors.Is(err, indexes.ErrTaken) || done {
			return v, err
		}
	}
}

// AddChild gives a code one child whose text is given, which makes it a parent.
func (k *Kind[T]) AddChild(ctx context.Context, a *app.App, c *app.Caller, key Key, text string) (v View[T], err error) {
	var p app.Problems
	if text = strings.TrimSpace(text); text == "" {
		p.Add("code", "is required")
	}
	checkText(&p, "code", text, MaxText)
	if err := p.Err(); err != nil {
		return v, err
	}
	err = a.Update(ctx, c, k.Edit, func(tx app.Tx) error {
		parent, err := k.find(tx, key, false)
		if err == nil {
			err = k.hasSpace(tx, 1)
		}
		if err != nil {
			return err
		}
		have, err := k.childrenOf(tx, &parent)
		if err == nil && have >= MaxChildren {
			err = app.Field(key.Field(), "must not have more than %d entries", int64(MaxChildren))
		}
		if err == nil && !k.Of(&parent).IsParent {
			parent, err = k.becomeParent(tx, &parent, key)
		}
		if err != nil {
			return err
		}
		child := k.Child(&parent, Code{Text: text, ParentID: k.Of(&parent).ID})
		if err := k.table.Insert(tx, &child); err != nil {
			return taken(err)
		}
		v, err = k.view(tx, &child)
		return err
	})
	return v, err
}

// Known finds the code with a text, whatever its case, unless it is deleted.
func (k *Kind[T]) Known(r app.Reader, text string) (T, bool, error) {
	return k.byText.Find(r, plain(text))
}

// draw draws the codes of one batch. They are drawn before its transaction, so that a
// second run of it finds the same ones.
func draw(prefix string) []string {
	texts := make([]string, Batch)
	for i := range texts {
		texts[i] = prefix + rand.Text()[:drawnLength]
	}
	return texts
}

// moreChildren makes the next children of a code; done tells that these were the last.
func (k *Kind[T]) moreChildren(tx app.Tx, key Key, number int64, texts []string) (v View[T], done bool, err error) {
	parent, err := k.find(tx, key, false)
	if err != nil {
		return v, false, err
	}
	have, err := k.childrenOf(tx, &parent)
	if err != nil {
		return v, false, err
	}
	if !k.Of(&parent).IsParent {
		if parent, err = k.becomeParent(tx, &parent, key); err != nil {
			return v, false, err
		}
	}
	lack := max(number-have, 0)
	if err := k.hasSpace(tx, lack); err != nil {
		return v, false, err
	}
	more := min(lack, int64(len(texts)))
	for _, text := range texts[:more] {
		child := k.Child(&parent, Code{Text: text, ParentID: k.Of(&parent).ID})
		if err := k.table.Insert(tx, &child); err != nil {
			return v, false, err
		}
	}
	v, err = k.view(tx, &parent)
	return v, more == lack, err
}

// becomeParent is refused for children, and for codes that were used.
func (k *Kind[T]) becomeParent(tx app.Tx, code *T, key Key) (T, error) {
	own := k.Of(code)
	if own.ParentID != 0 {
		return *code, app.Field(key.Field(), "is a child and cannot have children")
	}
	if k.MayHaveChildren != nil {
		if err := k.MayHaveChildren(code, key.Field()); err != nil {
			return *code, err
		}
	}
	if err := k.Guard(tx, own.ID); err != nil {
		return *code, err
	}
	used, err := k.Used(tx, own.ID)
	if err == nil && used {
		err = app.Field(key.Field(), "was used and cannot have children")
	}
	if err != nil {
		return *code, err
	}
	return k.table.Update(tx, own.ID, func(code *T) error { k.Of(code).IsParent = true; return nil })
}
