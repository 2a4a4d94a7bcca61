package imports

import (
	"context"
	"crypto/sha256"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
)

// Upload is a file that is to be taken in.
type Upload struct {
	Type string
	// Name is that of the file.
	Name string
	File []byte
	// Format is guessed where it is empty.
	Format Format
	// Mapping goes on at once with the check; nil, or one without columns, waits for one.
	Mapping *Mapping
	// Preset asks for a ready mapping by its name.
	Preset string
}

// Take stores a file. It is read at once, so that one that is no table is refused.
func Take(ctx context.Context, a *app.App, c *app.Caller, in Upload) (n Import, err error) {
	t, err := wanted(c, in.Type)
	if err != nil {
		return n, err
	}
	preset := presetNamed(in.Type, in.Preset)
	if in.Preset != "" && preset == nil {
		return n, app.Field("preset", "does not exist")
	}
	file, err := in.read()
	if err != nil {
		return n, err
	}
	if preset == nil {
		preset = presetOf(in.Type, file.headers)
	}
	sum := sha256.Sum256(in.File)
	n = Import{
		Type: in.Type, Name: strings.TrimSpace(in.Name), State: Loading, File: sum[:], Headers: file.headers, Format: file.format,
		Mapping: suggest(t, file.headers, preset), Rows: int64(len(file.rows)), UserID: c.UserID,
	}
	if m := in.Mapping; m != nil && m.Columns == nil {
		n.Mapping, in.Mapping = m.over(&n.Mapping), nil
		if err := n.Mapping.checkValues(t); err != nil {
			return n, err
		}
	} else if m != nil {
		if err := m.check(t, file.headers); err != nil {
			return n, err
		}
	}
	return n, store(ctx, a, c, &n, file.parts(), in.Mapping)
}

// wanted finds the type of a file that a caller may take in.
func wanted(c *app.Caller, name string) (*Type, error) {
	t := TypeNamed(name)
	if t == nil {
		return nil, app.Field("type", "does not exist")
	}
	return t, t.may(c)
}

func (in *Upload) read() (*table, error) {
	if app.Blank(in.Name) {
		return nil, app.Field("name", "is required")
	}
	if utf8.RuneCountInString(in.Name) > maxName {
		return nil, app.Field("name", "must not be longer than %d characters", maxName)
	}
	return read(in.File, in.Format)
}

// store keeps the rows, a record at a time, so that nobody waits for all of them. A file
// of which only a part was stored is forgotten.
func store(ctx context.Context, a *app.App, c *app.Caller, n *Import, all []Part, m *Mapping) error {
	n.Parts = int64(len(all))
	first := *n
	err := a.Update(ctx, c, opened, func(tx app.Tx) error {
		open := 0
		for _, err := range byOpen.Keys(tx, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			open++
		}
		if open >= MaxOpen {
			return app.Field("file", "must wait: %d imports are open, end one of them first", MaxOpen)
		}
		*n = first
		return imports.Insert(tx, n)
	})
	for i := range all {
		if err != nil {
			return err
		}
		all[i].ImportID = n.ID
		err = a.Update(ctx, c, opened, func(tx app.Tx) error {
			// One that was cancelled meanwhile gets no rows any more: nobody would remove them.
			now, err := imports.Get(tx, n.ID)
			if err == nil && now.State != Loading {
				err = app.Field("id", "is in a state in which this is not possible")
			}
			if err != nil {
				return err
			}
			return parts.Put(tx, &all[i])
		})
	}
	if err != nil {
		return err
	}
	return a.Update(ctx, c, opened, func(tx app.Tx) (err error) {
		*n, err = imports.Update(tx, n.ID, func(n *Import) error {
			if err := n.enter(Uploaded); err != nil || m == nil {
				return err
			}
			n.Mapping, n.By = m.over(&n.Mapping), approver(c)
			return n.enter(Checking)
		})
		if err == nil && m != nil {
			err = goesOn.Put(tx, n)
		}
		return err
	})
}

// enter goes to another state, if it may follow.
func (n *Import) enter(s State) error {
	if !n.State.may(s) {
		return app.Field("id", "is in a state in which this is not possible")
	}
	n.State = s
	if s == Checking {
		n.Round++
		n.At, n.Valid, n.Refused, n.Warned = 0, 0, 0, 0
	}
	if s == Running {
		n.At, n.Warned = 0, 0
	}
	return nil
}

// end ends the import.
func (n *Import) end(tx app.Tx, s State) error {
	if err := n.enter(s); err != nil {
		return err
	}
	now := tx.Now()
	n.EndedAt = &now
	return nil
}
