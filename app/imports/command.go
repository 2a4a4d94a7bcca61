package imports

import (
	"context"
	"errors"
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// Map says what the columns of a file are, and has it checked; nil, or one without columns, says
// that these were guessed well. An import that was checked can be mapped anew.
func Map(ctx context.Context, a *app.App, c *app.Caller, id int64, m *Mapping) (Import, error) {
	return change(ctx, a, c, id, func(tx app.Tx, t *Type, n *Import) error {
		if m != nil {
			n.Mapping = m.over(&n.Mapping)
		}
		if err := n.Mapping.check(t, n.Headers); err != nil {
			return err
		}
		n.By = approver(c)
		return n.begin(tx, Checking)
	})
}

// Approve has the records taken in that the check found good. They are taken in with what
// its caller may do now.
func Approve(ctx context.Context, a *app.App, c *app.Caller, id int64) (Import, error) {
	n, err := change(ctx, a, c, id, func(tx app.Tx, t *Type, n *Import) error {
		if n.Valid == 0 && n.State == Checked {
			return app.Field("id", "has no row that is good")
		}
		n.By = approver(c)
		return n.begin(tx, Running)
	})
	if errors.Is(err, indexes.ErrTaken) {
		err = app.Field("id", "is a file that was imported already")
	}
	return n, err
}

// approver keeps the rights of a caller.
func approver(c *app.Caller) *Approver {
	by := &Approver{UserID: c.UserID, TokenID: c.TokenID, Super: c.Super, Asked: c.Language.Asked, Fallback: c.Language.Fallback, Visibility: c.Visibility}
	for _, ability := range app.Abilities {
		if c.Can(ability) && !c.Super {
			by.Abilities = append(by.Abilities, ability)
		}
	}
	return by
}

// Cancel ends an import. What was taken in stays.
func Cancel(ctx context.Context, a *app.App, c *app.Caller, id int64) (Import, error) {
	return change(ctx, a, c, id, func(tx app.Tx, _ *Type, n *Import) error { return n.end(tx, Cancelled) })
}

// change changes an import that the caller may take in.
func change(ctx context.Context, a *app.App, c *app.Caller, id int64, how func(tx app.Tx, t *Type, n *Import) error) (n Import, err error) {
	err = a.Update(ctx, c, opened, func(tx app.Tx) error {
		was, err := visible(tx, c, id)
		if err != nil {
			return err
		}
		n = was
		n.Headers = slices.Clone(was.Headers)
		if err := how(tx, TypeNamed(n.Type), &n); err != nil {
			return err
		}
		return imports.Replace(tx, &was, &n)
	})
	return n, err
}

// visible finds an import whose type the caller may take in.
func visible(r app.Reader, c *app.Caller, id int64) (Import, error) {
	n, err := imports.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return n, app.Missing("import")
	}
	if err != nil {
		return n, err
	}
	t := TypeNamed(n.Type)
	if t == nil {
		return n, app.Missing("import")
	}
	return n, t.may(c)
}
