package imports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
)

// step is some records of an import that have their turn together.
type step struct {
	*plan
	app     *app.App
	company int64
	// was is the import before, now after it.
	was, now Import
	// results are those of the rows, and to is behind the last record.
	results []Result
	to      int
	// needed are records of before that were rehearsed again, because others name them.
	needed map[int]bool
	// faults are those of the box office itself: the log has what is behind them.
	faults []error
}

// check rehearses records on a snapshot, and notes what would become of them.
func (s *step) check(ctx context.Context) error {
	err := s.app.Rehearse(ctx, s.company, func(tx app.Tx) error { return s.take(ctx, tx, s.was.By.caller(s.company, s.was.ID), true) })
	if err != nil {
		return err
	}
	s.log()
	return s.app.UpdateCompany(ctx, s.company, func(tx app.Tx) error { return s.store(tx, Checked) })
}

// run takes records in. What became of them, and how far the import is, is part of the
// same transaction: whenever the program ends, each record was taken in with its result, or
// neither.
func (s *step) run(ctx context.Context) error {
	err := s.app.UpdateCompany(ctx, s.company, func(tx app.Tx) error {
		c, why, err := s.caller(tx)
		if err != nil {
			return err
		}
		if why != "" {
			return s.fail(tx, why)
		}
		if err := s.take(ctx, tx, c, false); err != nil {
			return err
		}
		return s.store(tx, Done)
	})
	if err == nil {
		s.log()
	}
	return err
}

// fail ends an import that cannot go on.
func (s *step) fail(tx app.Tx, why string) (err error) {
	s.now, err = imports.Update(tx, s.was.ID, func(n *Import) error {
		n.Problem = why
		return n.end(tx, Broken)
	})
	return err
}

// take gives the next records their turn, as many as there is time for.
func (s *step) take(ctx context.Context, tx app.Tx, c *app.Caller, rehearsed bool) error {
	own, err := company.SettingsOf(tx)
	if err != nil {
		return err
	}
	s.results, s.faults, s.to, s.needed = nil, nil, int(s.was.At), map[int]bool{}
	began, most := time.Now(), writerTime
	if rehearsed {
		most = rehearsalTime
	}
	d := &doing{app: s.app, caller: c, tx: tx, own: own, importID: s.was.ID, mapping: s.m, words: s.words, found: map[string]int64{}}
	for n := 0; s.to < len(s.units) && n < atOnce; n++ {
		if err := s.unit(ctx, d, tx, s.to, rehearsed); err != nil {
			return err
		}
		if s.to++; time.Since(began) >= most {
			break
		}
	}
	return nil
}

// unit gives one record its turn.
func (s *step) unit(ctx context.Context, d *doing, tx app.Tx, at int, rehearsed bool) error {
	u := &s.units[at]
	if rehearsed {
		for _, above := range u.needs {
			if above >= int(s.was.At) || s.needed[above] {
				continue // it had its turn in this rehearsal
			}
			s.needed[above] = true
			if _, err := s.apply(ctx, d, tx, above); err != nil {
				return err
			}
		}
	} else if out, err := s.left(tx, u); err != nil || out {
		return err
	}
	did, err := s.apply(ctx, d, tx, at)
	if err != nil {
		return err
	}
	s.note(u, did, rehearsed)
	return nil
}

// left tells whether the check refused a record: then it is left out.
func (s *step) left(tx app.Tx, u *unit) (bool, error) {
	r, found, err := results.Find(tx, resultKey{A: s.was.ID, B: u.numbers[0]})
	return found && r.Outcome == Refused, err
}

// attempt is what came of one record.
type attempt struct {
	made
	// bad are by row, nil where it went well; warn tells what was left out.
	bad, warn [][]fault
	failed    bool
}

// apply takes a record in as a part of the transaction: one that fails leaves nothing.
// An error comes back only where it makes no sense to go on.
func (s *step) apply(ctx context.Context, d *doing, tx app.Tx, at int) (attempt, error) {
	u := &s.units[at]
	out := attempt{bad: make([][]fault, len(u.rows)), warn: make([][]fault, len(u.rows))}
	out.bad[0] = slices.Clone(u.twice)
	rows := make([]record, len(u.rows))
	for i := range rows {
		rows[i] = record{d, &u.rows[i], s.at, &out.bad[i], &out.warn[i]}
		if extra := len(u.rows[i].Cells) - len(s.was.Headers); extra > 0 && strings.TrimSpace(strings.Join(u.rows[i].Cells[len(s.was.Headers):], "")) != "" {
			rows[i].note("", "has %d cells more than there are columns", extra)
		}
		if u.rows[i].Odd {
			rows[i].leave("", "has characters that are not encoded in %s: they were read as %s", UTF8, Windows1252)
		}
		rows[i].refuseShortened()
	}
	if len(rows) > MaxGroup {
		rows[0].note(s.t.Group, "is that of more than %d rows", MaxGroup)
	}
	err := app.Part(tx, func(a *app.App, tx app.Tx) error {
		own := *d
		own.app, own.tx = a, tx
		for i := range rows {
			rows[i].d = &own
		}
		if out.wrong() {
			return errRefused
		}
		return app.Recovered(func() (err error) {
			out.made, err = s.t.Apply(ctx, &own, rows)
			if err == nil && out.wrong() {
				err = errRefused
			}
			if err == nil && out.key != "" {
				err = taken.Put(tx, &Taken{s.t.Name, out.key, out.id, s.was.ID})
			}
			return err
		})
	})
	return out, s.explain(ctx, &out, err)
}

// errRefused undoes a record of which something is wrong that was noted.
var errRefused = errors.New("refused")

func (a *attempt) wrong() bool {
	return slices.ContainsFunc(a.bad, func(f []fault) bool { return len(f) > 0 })
}

// explain puts an error of a command into the words of the report.
func (s *step) explain(ctx context.Context, out *attempt, err error) error {
	if err == nil {
		return nil
	}
	out.failed = true
	var refusal *app.Error
	switch {
	case errors.Is(err, errRefused):
	case ctx.Err() != nil || app.StoreRefused(err):
		return err
	case errors.As(err, &refusal):
		out.bad[0] = append(out.bad[0], s.translate(refusal)...)
	default:
		s.faults = append(s.faults, err)
		out.bad[0] = append(out.bad[0], fault{"", faultText})
	}
	return nil
}

// faultText is the reason that a report gives for a fault of the box office itself.
const faultText = "A fault in the box office; its log has the details."

// translate names the columns of a refusal.
func (s *step) translate(e *app.Error) (all []fault) {
	for _, f := range e.Fields {
		field := s.fieldOf(f.Field)
		why := f.Message.String()
		if field == "" && f.Field != "" {
			why = f.Field + " " + why
		}
		all = append(all, fault{field, why})
	}
	for _, r := range e.Reasons {
		all = append(all, fault{"", r.Message.String()})
	}
	if len(all) == 0 {
		all = append(all, fault{"", e.Message.String()})
	}
	return all
}

// fieldOf is the field that a command names, "" for one that there is not.
func (s *step) fieldOf(wire string) string {
	best, length := "", 0
	for _, f := range s.t.Fields {
		for _, name := range append([]string{f.Name}, f.Wire...) {
			if (wire == name || strings.HasPrefix(wire, name+".")) && len(name) > length {
				best, length = f.Name, len(name)
			}
		}
	}
	return best
}

// note makes the results of the rows of a record.
func (s *step) note(u *unit, did attempt, rehearsed bool) {
	for i := range u.rows {
		r := Result{ImportID: s.was.ID, Row: u.numbers[i], Line: u.rows[i].Line, Outcome: did.did, RecordID: did.id}
		switch {
		case did.failed && rehearsed:
			r.Outcome, r.RecordID = Refused, 0
		case did.failed:
			r.Outcome, r.RecordID = Failed, 0
		case rehearsed:
			r.Outcome, r.RecordID = Valid, 0
		}
		for _, f := range did.bad[i] {
			r.add(Problem{Column: s.column(f.field), Reason: f.reason})
		}
		for _, f := range did.warn[i] {
			r.add(Problem{Column: s.column(f.field), Reason: f.reason, Warning: true})
		}
		if did.failed && len(did.bad[i]) == 0 {
			r.add(Problem{Reason: fmt.Sprintf("belongs together with line %d", u.rows[0].Line)})
		}
		s.results = append(s.results, r)
	}
}

// column is what people call a field: the header of its column, else its name.
func (s *step) column(field string) string {
	if h := s.m.header(field); h != "" {
		return h
	}
	return field
}

func (r *Result) add(p Problem) {
	if len(r.Problems) == maxProblems {
		return
	}
	p.Reason = shortened(p.Reason, maxProblem)
	r.Problems = append(r.Problems, p)
}

// shortened cuts a text to so many bytes, between characters.
func shortened(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// store keeps what became of the rows and counts them; behind the last record the import
// goes to a state. What somebody else did meanwhile stands.
func (s *step) store(tx app.Tx, then State) error {
	n, err := imports.Get(tx, s.was.ID)
	if err != nil {
		return err
	}
	if n.State != s.was.State || n.Round != s.was.Round || n.At != s.was.At {
		s.now = n
		return errOvertaken
	}
	for i := range s.results {
		if err := results.Put(tx, &s.results[i]); err != nil {
			return err
		}
		n.count(&s.results[i])
	}
	if n.At = int64(s.to); s.to >= len(s.units) {
		if then.Ended() {
			err = n.end(tx, then)
		} else {
			err = n.enter(then)
		}
		if err != nil {
			return err
		}
	}
	if err := imports.Replace(tx, &s.was, &n); err != nil {
		return err
	}
	s.now = n
	return nil
}

// errOvertaken undoes a step of an import that changed meanwhile.
var errOvertaken = errors.New("the import was changed meanwhile")

// count counts a row.
func (n *Import) count(r *Result) {
	switch r.Outcome {
	case Valid:
		n.Valid++
	case Refused:
		n.Refused++
	case Created:
		n.Created++
	case Changed:
		n.Changed++
	case Unchanged:
		n.Unchanged++
	case Failed:
		n.Failed++
	}
	if !r.Outcome.Bad() && len(r.Problems) > 0 {
		n.Warned++
	}
}

// log notes the faults of the box office itself.
func (s *step) log() {
	for _, err := range s.faults {
		args := []any{"company", s.company, "import", s.was.ID, "error", err}
		if stack := app.StackOf(err); stack != "" {
			args = append(args, "stack", stack)
		}
		s.app.Log().Error("a row of an import could not be taken in", args...)
	}
}

// caller is who approved the import, with what they could do then and still can; why says
// why it does not go on.
func (s *step) caller(r app.Reader) (c *app.Caller, why string, err error) {
	c = s.was.By.caller(s.company, s.was.ID)
	if c.UserID == 0 {
		return c, "", nil
	}
	now, err := company.MayNow(r, c.UserID)
	if err != nil {
		return nil, "", err
	}
	if now == nil {
		return nil, "Whoever approved the import does not belong to the company any more.", nil
	}
	for ability := range c.Abilities {
		c.Abilities[ability] = now.Can(ability)
	}
	if c.Super && !now.Super {
		c.Super, c.Abilities = false, now.Abilities
	}
	c.Visibility = now.Visibility
	if s.t.may(c) != nil {
		return nil, "Whoever approved the import may not take in such files any more.", nil
	}
	return c, "", nil
}

// caller is somebody with the rights that were kept.
func (by *Approver) caller(company, importID int64) *app.Caller {
	c := &app.Caller{
		UserID: by.UserID, TokenID: by.TokenID, CompanyID: company, Super: by.Super, Abilities: map[app.Ability]bool{}, Locale: "en", Visibility: by.Visibility,
		Language: app.Language{Asked: by.Asked, Fallback: by.Fallback},
		Via:      app.Via{Through: app.ThroughImport, Operation: "import " + decimal(importID)},
	}
	for _, ability := range by.Abilities {
		c.Abilities[ability] = true
	}
	return c
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
