package capture

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
)

// QuestionFields are what a question is made of; what is nil is left as it is.
type QuestionFields struct {
	Text, Description *string
	Group             *Group
	Rules             *string
	Order             app.Maybe[int64]
	// Options are all that there are from now on, in their order; nil: no change.
	Options *[]OptionFields
}

// OptionFields are one option: a known one by its id, else a new one.
type OptionFields struct {
	ID       int64
	Value    string
	Disabled bool
}

// CreateQuestion makes a question of a type.
func CreateQuestion(ctx context.Context, a *app.App, c *app.Caller, t Type, in QuestionFields) (Question, error) {
	q := Question{}
	err := a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		if err := spaceFor(questionListed, tx, MaxQuestions, "question"); err != nil {
			return err
		}
		id, err := questionTable.NextIDs(tx, 1)
		if err != nil {
			return err
		}
		q = Question{ID: id, Type: t, Group: Shop}
		if err := q.change(&in, tx.Now()); err != nil {
			return err
		}
		return questionTable.InsertNext(tx, &q)
	})
	return q, err
}

// UpdateQuestion changes a question. Answers that were given stay as they are.
func UpdateQuestion(ctx context.Context, a *app.App, c *app.Caller, id int64, in QuestionFields) (q Question, err error) {
	err = a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		was, err := standing(tx, id)
		if err != nil {
			return err
		}
		q = *was
		q.Options = slices.Clone(was.Options)
		if err := q.change(&in, tx.Now()); err != nil {
			return err
		}
		return questionTable.Replace(tx, was, &q)
	})
	return q, err
}

// DeleteQuestion deletes a question with the fields that ask it. Answers stay.
func DeleteQuestion(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		if _, err := standing(tx, id); err != nil {
			return err
		}
		fields, err := fieldsOf(tx, id<<1)
		if err != nil {
			return err
		}
		now := tx.Now()
		for _, f := range fields { // wherever they are
			if _, err := fieldTable.Update(app.WholeTx(tx), f, func(f *Field) error { f.DeletedAt = &now; return nil }); err != nil {
				return err
			}
		}
		_, err = questionTable.Update(tx, id, func(q *Question) error { q.DeletedAt = &now; return nil })
		return err
	})
}

// RestoreQuestion takes a deletion back, with the fields that went with the question where
// there is still space for them.
func RestoreQuestion(ctx context.Context, a *app.App, c *app.Caller, id int64) (q Question, err error) {
	err = a.Update(ctx, c, app.EditQuestions, func(tx app.Tx) error {
		was, err := Questions.GetShared(tx, id)
		if errors.Is(err, indexes.ErrNotFound) {
			return app.Missing("question")
		}
		if err != nil {
			return err
		}
		if q = *was; q.DeletedAt == nil {
			return nil
		}
		gone := *was.DeletedAt
		fields, err := fieldsOf(tx, id<<1|1)
		if err != nil {
			return err
		}
		for _, f := range fields {
			if err := restoreField(tx, f, gone); err != nil {
				return err
			}
		}
		q, err = questionTable.Update(tx, id, func(q *Question) error { q.DeletedAt = nil; return nil })
		return err
	})
	return q, err
}

// restoreField brings a field back that was deleted at a moment.
func restoreField(tx app.Tx, id int64, at time.Time) error {
	tx = app.WholeTx(tx) // wherever it is
	f, err := Fields.GetShared(tx, id)
	if err != nil || !f.DeletedAt.Equal(at) {
		return err
	}
	n := 0
	for _, err := range fieldsAt.Keys(tx, indexes.Equal(place{A: f.Entity.number(), B: f.EntityID})) {
		if err != nil {
			return err
		}
		n++
	}
	if n >= MaxFieldsAt {
		return nil
	}
	_, err = fieldTable.Update(tx, id, func(f *Field) error { f.DeletedAt = nil; return nil })
	return err
}

// fieldsOf are the fields of a group of fieldsOfQuestion.
func fieldsOf(r app.Reader, group int64) (ids []int64, err error) {
	return indexes.Gather(fieldsOfQuestion.IDs(r, indexes.Equal(group)))
}

// standing reads a question that is not deleted. It must not be changed.
func standing(r app.Reader, id int64) (*Question, error) {
	q, err := Questions.GetShared(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && q.DeletedAt != nil {
		return nil, app.Missing("question")
	}
	return q, err
}

// spaceFor refuses more records than a company may have.
func spaceFor[T any](listed *indexes.By[T, int64], r app.Reader, most int64, field string) error {
	groups, err := listed.Groups(r, 0, 2*deletedGroup)
	n := int64(0)
	for _, g := range groups {
		n += g.N
	}
	if err == nil && n >= most {
		return app.Field(field, "must not have more than %d entries", most)
	}
	return err
}

// change writes the fields into a question and holds it against the rules.
func (q *Question) change(in *QuestionFields, now time.Time) error {
	app.Set(&q.Text, in.Text)
	app.Set(&q.Description, in.Description)
	app.Set(&q.Group, in.Group)
	app.Set(&q.Rules, in.Rules)
	in.Order.Point(&q.Order)
	q.Text, q.Rules = strings.TrimSpace(q.Text), strings.TrimSpace(q.Rules)
	var p app.Problems
	checkText(&p, "question", q.Text, MaxText, true)
	checkText(&p, "description", q.Description, MaxLong, false)
	checkText(&p, "validation", q.Rules, MaxRules, false)
	if !slices.Contains(Groups, q.Group) {
		p.Add("group", "is not one of the allowed values")
	}
	if q.Group == Marketing && !q.Type.marketable() {
		p.Add("group", "is not possible for this type")
	}
	if _, err := parseRules(q.Type, q.Rules); err != nil {
		var e *app.Error
		if !errors.As(err, &e) {
			return err
		}
		p = append(p, e.Fields...)
	}
	q.changeOptions(&p, in.Options, now)
	return p.Err()
}

// changeOptions puts the options into their new order. Those that are left out are taken
// away, and stay for the answers that chose them.
func (q *Question) changeOptions(p *app.Problems, in *[]OptionFields, now time.Time) {
	if in == nil {
		if q.Type.HasOptions() && len(q.Options) == 0 {
			p.Add("options", "is required")
		}
		return
	}
	switch {
	case !q.Type.HasOptions() && len(*in) > 0:
		p.Add("options", "is not possible for this type")
		return
	case q.Type.HasOptions() && len(*in) == 0:
		p.Add("options", "must have at least one entry")
		return
	}
	was := q.Options
	var kept []Option
	seen := map[string]bool{}
	for i, o := range *in {
		at := "options." + strconv.Itoa(i)
		value := strings.TrimSpace(o.Value)
		checkText(p, at+".value", value, MaxText, true)
		if seen[app.Fold(value)] {
			p.Add(at+".value", "is there twice")
		}
		seen[app.Fold(value)] = true
		one := Option{ID: q.nextOption(), CreatedAt: now}
		if o.ID != 0 {
			known, ok := q.option(o.ID)
			if !ok || slices.ContainsFunc(kept, func(k Option) bool { return k.ID == o.ID }) {
				p.Add(at+".id", "does not exist")
				continue
			}
			one = *known
			one.DeletedAt = nil
		} else {
			q.Options = append(q.Options, one) // its id is taken
		}
		one.Value, one.Disabled, one.UpdatedAt = value, o.Disabled, now
		kept = append(kept, one)
	}
	for _, o := range was {
		if slices.ContainsFunc(kept, func(k Option) bool { return k.ID == o.ID }) {
			continue
		}
		if o.DeletedAt == nil {
			o.DeletedAt = &now
		}
		kept = append(kept, o)
	}
	q.Options = kept
	if len(kept) > MaxOptions {
		p.Add("options", "must not have more than %d entries", MaxOptions)
	}
}

func checkText(p *app.Problems, field, text string, most int, required bool) {
	switch {
	case app.Blank(text):
		if required {
			p.Add(field, "is required")
		}
	case utf8.RuneCountInString(text) > most:
		p.Add(field, "must not be longer than %d characters", most)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		p.Add(field, "contains characters that are not allowed")
	}
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
