package areas_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/audit"
	"marquee/app/chain"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/indexes"
)

// auditEntries is the table of the log without its indexes, for who changes it behind its
// back, as somebody with the file might.
var auditEntries = indexes.Define(indexes.Spec[audit.Entry]{
	Person: indexes.Nobody("a test"), Name: "audit_entries", Version: 1, ID: func(e *audit.Entry) *int64 { return &e.ID },
})

func tamperLog(tx app.Tx, id int64, change func(*audit.Entry)) error {
	_, err := auditEntries.Update(tx, id, func(e *audit.Entry) error { change(e); return nil })
	return err
}

// jobOf is a job of the log.
func jobOf(t testing.TB, name string) app.Job {
	t.Helper()
	for _, j := range audit.Area(audit.Ports{}).Jobs {
		if j.Name == name {
			return j
		}
	}
	t.Fatalf("there is no job %q", name)
	return app.Job{}
}

func writeRefused(t testing.TB, w *apptest.World) error {
	t.Helper()
	return jobOf(t, audit.RefusedJob).Run(t.Context(), &app.Work{App: w.App})
}

// logged are the entries of a side, newest first.
func logged(t testing.TB, w *apptest.World, s *apptest.Side, f audit.Filter) []audit.Entry {
	t.Helper()
	page, err := audit.List(t.Context(), w.App, s.With(app.ViewAudit), f)
	if err != nil {
		t.Fatal(err)
	}
	return page.Rows
}

func taxBand(t testing.TB, w *apptest.World, c *app.Caller, name string) company.TaxBand {
	t.Helper()
	b, err := company.CreateTaxBand(t.Context(), w.App, c, company.TaxBandFields{Name: &name, Rate: new(int64(70_000))})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// lendToken writes some record.
func lendToken(tx app.Tx) error {
	_, err := company.LendToken(tx, company.Token{UserID: 1, Name: "x", Purpose: company.ForDoor, Lends: []app.Ability{app.ScanZones}}, company.NewTokenText())
	return err
}

func TestChangesAreWrittenDown(t *testing.T) {
	t.Run("who, from where, through what, and the changed fields alone", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		c := w.A.With(app.ManageTaxBands)
		c.Via = app.Via{Through: app.ThroughAPI, Operation: "POST /tax-bands", Address: "203.0.113.9"}
		b := taxBand(t, w, c, "Food")
		_, err := company.UpdateTaxBand(t.Context(), w.App, c, b.ID, company.TaxBandFields{Name: new("Drinks")})
		is.NoErr(err)
		got := logged(t, w, w.A, audit.Filter{UserID: c.UserID})
		is.Equal(len(got), 2)
		is.Equal(got[0].Outcome, audit.Changed)
		is.Equal(got[0].UserID, c.UserID)
		is.Equal(got[0].TokenID, c.TokenID)
		is.Equal([]string{got[0].Through, got[0].Operation, got[0].Address}, []string{"api", "POST /tax-bands", "203.0.113.9"})
		is.Equal(got[0].Objects, []audit.Object{{Type: "tax_bands", Key: fmt.Sprint(b.ID), Did: audit.Edited, Fields: []audit.Field{{Name: "name", Before: "Food", After: "Drinks"}}}})
		is.Equal(got[1].Objects[0].Did, audit.Created)
	})
	t.Run("what fails leaves no entry, and what changes nothing neither", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		c := w.A.With(app.ManageTaxBands)
		before := len(logged(t, w, w.A, audit.Filter{}))
		err := w.App.Update(t.Context(), c, app.ManageTaxBands, func(tx app.Tx) error {
			app.Note(tx, "orders", 5, "not to be seen")
			return errors.New("no")
		})
		is.True(err != nil)
		is.NoErr(w.App.Update(t.Context(), c, app.ManageTaxBands, func(app.Tx) error { return nil }))
		is.Equal(len(logged(t, w, w.A, audit.Filter{})), before)
	})
	t.Run("the operator at the command line, in every company that it concerns and in no other", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		u := w.A.With(app.ViewEvents)
		before := len(logged(t, w, w.B, audit.Filter{}))
		_, err := company.SuspendUser(app.AsOperator(t.Context(), app.Via{Through: app.ThroughCommand, Operation: "user suspend"}), w.App, u.UserEmail)
		is.NoErr(err)
		e := logged(t, w, w.A, audit.Filter{Operation: "user suspend"})
		is.Equal(len(e), 1)
		is.Equal(e[0].UserID, int64(0))
		is.Equal(e[0].Objects[0].Type, "users")
		is.Equal(e[0].Objects[0].Fields[0].Name, "suspendedAt")
		is.Equal(len(logged(t, w, w.B, audit.Filter{})), before)
	})
	t.Run("another company's entries do not exist", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		taxBand(t, w, w.A.With(app.ManageTaxBands), "Canary")
		is.Equal(len(logged(t, w, w.B, audit.Filter{Object: "tax_bands", Operation: ""})), len(logged(t, w, w.B, audit.Filter{Object: "tax_bands", UserID: 0})))
		for _, e := range logged(t, w, w.B, audit.Filter{}) {
			is.True(!strings.Contains(fmt.Sprint(e), "Canary"))
		}
	})
}

// What an ordinary command does is not told; what is noted in it is.
func TestOrdinaryCommandsTellWhatIsNotedAlone(t *testing.T) {
	for name, c := range map[string]struct {
		needs app.Requirement
		want  []audit.Did
	}{
		"a sale":                            {app.Sell, []audit.Did{audit.Noted}},
		"a scan":                            {app.AnyOf{app.ScanZones, app.EditEvents}, []audit.Did{audit.Noted}},
		"whatever else may do it":           {app.AnyOf{app.EditEvents, app.OverrideScans}, []audit.Did{audit.Noted, audit.Created}},
		"what needs an ability of its own":  {app.EditEvents, []audit.Did{audit.Noted, audit.Created}},
		"an ability that nobody thought of": {app.ViewAudit, []audit.Did{audit.Noted, audit.Created}},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			w := apptest.New(t)
			super := &app.Caller{Super: true, CompanyID: w.A.Company.ID, UserID: 77}
			is.NoErr(w.App.Update(t.Context(), super, c.needs, func(tx app.Tx) error {
				app.Note(tx, "orders", 5, "rule lifted: oversell")
				return lendToken(tx)
			}))
			got := logged(t, w, w.A, audit.Filter{UserID: 77})
			is.Equal(len(got), 1)
			var did []audit.Did
			for _, o := range got[0].Objects {
				did = append(did, o.Did)
			}
			is.Equal(did, c.want)
			is.Equal(got[0].Objects[0], audit.Object{Type: "orders", Key: "5", Did: audit.Noted, Fields: []audit.Field{{Name: "note", After: "rule lifted: oversell"}}})
		})
	}
}

func TestAnEntryIsBounded(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	super := &app.Caller{Super: true, CompanyID: w.A.Company.ID, UserID: 77}
	is.NoErr(w.App.Update(t.Context(), super, app.ManageUsers, func(tx app.Tx) error {
		for range audit.MaxObjects + 7 {
			if err := lendToken(tx); err != nil {
				return err
			}
		}
		return nil
	}))
	got := logged(t, w, w.A, audit.Filter{UserID: 77})
	is.Equal(len(got[0].Objects), audit.MaxObjects)
	is.Equal(got[0].More, int64(7))
}

func TestTheChain(t *testing.T) {
	prepare := func(t *testing.T) (*apptest.World, chain.Mark, func(func(tx app.Tx) error)) {
		w := apptest.New(t, apptest.Unchecked())
		for i := range 5 {
			taxBand(t, w, w.A.With(app.ManageTaxBands), fmt.Sprint("Band ", i))
		}
		update := func(fn func(tx app.Tx) error) {
			t.Helper()
			if err := w.App.UpdateCompany(t.Context(), w.A.Company.ID, fn); err != nil {
				t.Fatal(err)
			}
		}
		var m chain.Mark
		if err := w.App.ViewCompany(t.Context(), w.A.Company.ID, func(r app.Reader) (err error) {
			m, _, err = audit.MarkOf(r)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return w, m, update
	}
	verify := func(t *testing.T, w *apptest.World, m chain.Mark) chain.Verified {
		t.Helper()
		got, err := audit.Verify(t.Context(), w.App, []chain.Mark{m})
		if err != nil {
			t.Fatal(err)
		}
		return got[0]
	}
	last := func(t *testing.T, w *apptest.World) audit.Entry { return logged(t, w, w.A, audit.Filter{})[1] }
	t.Run("goes on from a mark", func(t *testing.T) {
		is := is.New(t)
		w, m, _ := prepare(t)
		taxBand(t, w, w.A.With(app.ManageTaxBands), "Later")
		got := verify(t, w, m)
		is.Equal(got.Problem, "")
		is.Equal(got.Since, m.Entries)
		is.Equal(got.Entries, m.Entries+1)
	})
	for name, tamper := range map[string]func(tx app.Tx, id int64) error{
		"a changed entry": func(tx app.Tx, id int64) error {
			return tamperLog(tx, id, func(e *audit.Entry) { e.UserID = 99 })
		},
		"a changed value": func(tx app.Tx, id int64) error {
			return tamperLog(tx, id, func(e *audit.Entry) { e.Objects[0].Fields[0].After = "x" })
		},
		"an entry that is gone": func(tx app.Tx, id int64) error { return auditEntries.Delete(tx, id) },
	} {
		t.Run(name+" is found", func(t *testing.T) {
			is := is.New(t)
			w, m, update := prepare(t)
			id := last(t, w).ID
			update(func(tx app.Tx) error { return tamper(tx, id) })
			is.True(strings.Contains(verify(t, w, m).Problem, "the audit log is broken"))
			var found []app.Breach
			is.NoErr(w.App.ViewCompany(t.Context(), w.A.Company.ID, func(r app.Reader) error {
				return audit.Area(audit.Ports{}).Invariants[0].Check(r, func(b app.Breach) { found = append(found, b) })
			}))
			is.Equal(len(found), 1)
		})
	}
	t.Run("a log that was cut and written anew is not that of the backup", func(t *testing.T) {
		is := is.New(t)
		w, m, _ := prepare(t)
		m.Hash = slices.Clone(m.Hash)
		m.Hash[0]++
		is.True(strings.Contains(verify(t, w, m).Problem, "another than in the backup"))
		m.Entries += 10
		is.True(strings.Contains(verify(t, w, m).Problem, "the log only"))
	})
	t.Run("what is too old goes, the chain stays whole, and a mark at its beginning is still good", func(t *testing.T) {
		is := is.New(t)
		w, m, _ := prepare(t)
		w.Clock.Jump(audit.Kept + time.Hour)
		taxBand(t, w, w.A.With(app.ManageTaxBands), "New")
		is.NoErr(jobOf(t, audit.ForgetJob).Each(t.Context(), &app.Work{App: w.App, Company: w.A.Company.ID}))
		got := verify(t, w, m)
		is.Equal(got.Problem, "")
		is.Equal(got.Since, m.Entries)
		is.Equal(got.Gone, m.Entries)
		is.NoErr(w.App.ViewCompany(t.Context(), w.A.Company.ID, func(r app.Reader) error {
			return audit.Area(audit.Ports{}).Invariants[0].Check(r, func(b app.Breach) { t.Error(b) })
		}))
	})
}

func TestRefusedAttempts(t *testing.T) {
	refuse := func(w *apptest.World, c *app.Caller, operation string, times int) {
		c.Via = app.Via{Through: app.ThroughAPI, Operation: operation, Address: "203.0.113.9"}
		for range times {
			audit.Refused(w.App, c)
		}
	}
	refused := audit.Filter{Outcome: "refused"}
	t.Run("those alike are one entry with a count", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		refuse(w, w.A.With(app.ViewEvents), "POST /events", 3)
		refuse(w, w.A.With(app.ViewEvents), "GET /orders", 1)
		is.NoErr(writeRefused(t, w))
		is.NoErr(writeRefused(t, w))
		got := logged(t, w, w.A, refused)
		is.Equal(len(got), 2)
		counts := map[string]int64{got[0].Operation: got[0].Count, got[1].Operation: got[1].Count}
		is.Equal(counts, map[string]int64{"POST /events": 3, "GET /orders": 0})
		is.Equal(got[0].UserID, w.A.With(app.ViewEvents).UserID)
		is.Equal(len(logged(t, w, w.B, refused)), 0)
	})
	t.Run("a flood of one token is counted, and leaves room for others", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		for i := range 500 {
			refuse(w, w.A.With(app.ViewEvents), fmt.Sprint("GET /", i), 1)
			is.NoErr(writeRefused(t, w))
		}
		refuse(w, w.A.With(app.ListOrders), "GET /other", 1)
		w.Clock.Jump(audit.SummaryEvery)
		is.NoErr(writeRefused(t, w))
		total, others := int64(0), 0
		got := everyEntry(t, w, refused)
		for _, e := range got {
			if e.Operation == "GET /other" {
				others++
			} else {
				total += max(e.Count, 1)
			}
		}
		is.Equal(total, int64(500)) // none is lost
		is.Equal(others, 1)
		is.Equal(len(got), audit.MaxRefused+2)
	})
	t.Run("what is left is written down when the box office stops, with what was only counted", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		for i := range 100 {
			refuse(w, w.A.With(app.ViewEvents), fmt.Sprint("GET /", i), 1)
		}
		total := func() (n int64) {
			for _, e := range everyEntry(t, w, refused) {
				n += max(e.Count, 1)
			}
			return n
		}
		is.NoErr(w.App.RunJob(t.Context(), audit.RefusedJob)) // those beyond the limit wait
		is.Equal(total(), int64(audit.MaxRefused))
		w.App.EndJobs(t.Context())
		is.Equal(total(), int64(100))
	})
	t.Run("guests are nobody's staff", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		audit.Refused(w.App, &app.Caller{Guest: true, CompanyID: w.A.Company.ID})
		is.NoErr(writeRefused(t, w))
		is.Equal(len(logged(t, w, w.A, refused)), 0)
	})
}

// everyEntry reads all pages.
func everyEntry(t testing.TB, w *apptest.World, f audit.Filter) (rows []audit.Entry) {
	t.Helper()
	c := w.A.With(app.ViewAudit)
	for {
		page, err := audit.List(context.Background(), w.App, c, f)
		if err != nil {
			t.Fatal(err)
		}
		if rows = append(rows, page.Rows...); !page.HasMore {
			return rows
		}
		f.Request = list.Request{Cursor: page.Cursor}
	}
}
