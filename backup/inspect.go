package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
)

// Depth is how closely a check looks.
type Depth string

// The depths, each with everything before it.
const (
	// Shallow looks at the pages and at the store's marks.
	Shallow Depth = "shallow"
	// Normal reads every record, every index both ways, every counter.
	Normal Depth = "normal"
	// Full goes through every invariant of every company, and makes the digest.
	Full Depth = "full"
)

// inspection is one check in progress.
type inspection struct {
	ctx   context.Context
	areas *app.Definition
	store *bolt.Frozen
	depth Depth

	mu     sync.Mutex // the report, and the calls of tell
	report Report
	tell   func(Finding)
}

// Inspect checks the store of a business at path in this very process. A damaged
// file may end the process: see Child. Tell is called for each finding, one at a time.
func Inspect(ctx context.Context, business *app.Definition, path string, depth Depth, tell func(Finding)) (Report, error) {
	start := time.Now()
	debug.SetPanicOnFault(true)
	store, err := bolt.OpenFrozen(path)
	if err != nil {
		return Report{}, err
	}
	in := &inspection{ctx: ctx, areas: business, store: store, depth: depth, tell: tell}
	err = in.run()
	in.report.Seconds = time.Since(start).Seconds()
	return in.report, errors.Join(err, store.Close())
}

// run goes from the bottom up: what stands on broken ground is not looked at.
func (in *inspection) run() error {
	err := in.store.CheckPages(func(err error) {
		in.find(Finding{Check: CheckPages, Expected: "a sound file", Found: err.Error()})
	})
	if err != nil || in.report.Findings > 0 {
		return err
	}
	if err := in.marks(); err != nil || !in.report.Good() {
		return err
	}
	if in.depth == Shallow {
		return nil
	}
	return in.both(in.records, in.business)
}

// both runs two parts at the same time: they read different things.
func (in *inspection) both(one, two func() error) error {
	other := make(chan error, 1)
	go func() {
		debug.SetPanicOnFault(true)
		other <- two()
	}()
	err := one()
	return errors.Join(err, <-other)
}

func (in *inspection) find(f Finding) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.report.Findings++
	if !f.Derived() {
		in.report.Lasting++
	}
	in.tell(f)
}

// marks asks what the store knows of its own shape.
func (in *inspection) marks() (err error) {
	if in.report.LastCommit, err = in.store.LastCommit(); err != nil {
		return err
	}
	if in.report.Store, err = in.store.Identity(); err != nil {
		return err
	}
	if in.report.FreeBytes, err = in.store.FreeBytes(); err != nil {
		return err
	}
	if in.report.Foreign, err = in.foreign(); err != nil || in.report.Foreign {
		return err
	}
	if in.report.Erased, err = in.erased(); err != nil {
		return err
	}
	in.report.Pending, err = in.areas.Schema.Pending(in.ctx, in.store)
	switch {
	case errors.Is(err, indexes.ErrNewerStore):
		in.report.Newer = err.Error()
	case errors.Is(err, indexes.ErrDamaged):
		in.find(Finding{Check: CheckSchema, Where: "marks", Expected: "readable marks", Found: err.Error()})
	default:
		return err
	}
	return nil
}

// spaces makes sure that everything in the store belongs to something declared:
// under another name it would be lost. Of what was dropped an empty space stays.
func (in *inspection) spaces(r kv.Reader) error {
	there, err := in.store.Spaces()
	if err != nil {
		return err
	}
	known := in.areas.Schema.Spaces()
	for _, s := range in.areas.Schema.Dropped() {
		empty := true
		for _, err := range r.Scan(s, kv.Range{Limit: 1}) {
			empty = false
			if err != nil {
				return err
			}
		}
		if empty {
			known = append(known, s)
		}
	}
	for _, s := range there {
		if !slices.Contains(known, s) {
			in.find(Finding{Check: CheckSchema, Where: string(s), Expected: "only spaces that are declared", Found: "an unknown space"})
		}
	}
	return nil
}

// foreign tells whether the file holds nothing that Marquee keeps: not one space
// of the schema.
func (in *inspection) foreign() (bool, error) {
	foreign := true
	err := in.store.View(in.ctx, func(r kv.Reader) error {
		for _, space := range in.areas.Schema.Spaces() {
			for _, err := range r.Scan(space, kv.Range{Limit: 1}) {
				foreign = false
				return err
			}
		}
		return nil
	})
	return foreign, err
}

// planTable is where the box office notes its own backups, which tells nothing of
// the business.
const planTable = "backup_plans"

// records verifies and counts what is stored.
func (in *inspection) records() error {
	tables := map[string]int64{}
	total, sum := int64(0), sha256.New()
	err := in.store.View(in.ctx, func(r kv.Reader) error {
		for _, t := range in.areas.Schema.Tables() {
			for p, err := range r.Scan(t.Space, kv.Range{}) {
				if err != nil {
					return err
				}
				if t.Name != planTable {
					sum.Write(p.Key)
					sum.Write(p.Value) // carries a checksum over table, key and itself
				}
				tables[t.Name]++
				total++
			}
		}
		if len(in.report.Pending) > 0 {
			return in.checksums(r)
		}
		if err := in.spaces(r); err != nil {
			return err
		}
		return in.areas.Schema.Verify(in.ctx, r, in.index)
	})
	in.mu.Lock()
	defer in.mu.Unlock()
	in.report.Tables, in.report.Records, in.report.Content = tables, total, hex.EncodeToString(sum.Sum(nil))
	return err
}

// checksums looks at the records alone: a store that has to be upgraded first is
// not what the schema describes yet.
func (in *inspection) checksums(r kv.Reader) error {
	for raw, err := range in.areas.Schema.Scan(in.ctx, r) {
		if err != nil {
			return err
		}
		if raw.Err != nil {
			in.find(Finding{Check: CheckRecords, Where: raw.Table, Company: raw.Company, ID: raw.Label, Expected: "a readable record", Found: raw.Err.Error()})
		}
	}
	return nil
}

// index reports what the schema found.
func (in *inspection) index(f indexes.Finding) {
	where := f.Table
	if f.Index != "" {
		where += "." + f.Index
	}
	in.find(Finding{Check: CheckRecords, Where: where, Company: f.Company, ID: f.ID, Key: f.Key, Expected: f.Expected, Found: f.Found})
}

// business goes through the invariants and makes the digest.
func (in *inspection) business() error {
	if in.depth != Full {
		return nil
	}
	digest, err := in.store.Digest(in.ctx)
	if err != nil {
		return err
	}
	in.mu.Lock()
	in.report.Digest = digest
	in.mu.Unlock()
	if len(in.report.Pending) > 0 {
		return nil
	}
	a := app.New(in.store, in.areas, app.Options{})
	ids, err := company.IDs(in.ctx, a)
	if err != nil {
		in.find(Finding{Check: CheckInvariant, Where: "companies", Expected: "readable companies", Found: err.Error()})
	}
	for _, id := range ids {
		if err := in.company(a, id); err != nil {
			return err
		}
		if err := in.heads(a, id); err != nil {
			return err
		}
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.report.Companies, in.report.Invariants = len(ids), len(a.Invariants())
	return nil
}

func (in *inspection) company(a *app.App, id int64) error {
	for _, inv := range a.Invariants() {
		err := a.ViewCompany(in.ctx, id, func(r app.Reader) error {
			return inv.Check(r, func(b app.Breach) {
				in.find(Finding{Check: CheckInvariant, Where: inv.Name, Company: id, ID: idText(b.ID), Key: b.Key, Expected: b.Expected, Found: b.Found})
			})
		})
		if in.ctx.Err() != nil {
			return in.ctx.Err()
		}
		if err != nil {
			in.find(Finding{Check: CheckInvariant, Where: inv.Name, Company: id, Expected: "to be checked", Found: fmt.Sprint(err)})
		}
	}
	return nil
}

// heads notes where the ledger and the audit log of a company stand. What cannot be read
// is found by the invariants.
func (in *inspection) heads(a *app.App, id int64) error {
	err := a.ViewCompany(in.ctx, id, func(r app.Reader) error {
		book, booked, err := ledger.MarkOf(r)
		if err != nil {
			return err
		}
		log, logged, err := audit.MarkOf(r)
		if err != nil {
			return err
		}
		in.mu.Lock()
		defer in.mu.Unlock()
		if booked {
			in.report.Ledgers = append(in.report.Ledgers, book)
		}
		if logged {
			in.report.Audits = append(in.report.Audits, log)
		}
		return nil
	})
	if errors.Is(err, indexes.ErrDamaged) {
		return nil
	}
	return err
}

func idText(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}
