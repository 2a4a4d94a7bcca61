package app

import (
	"context"
	"slices"

	"marquee/indexes"
)

// Definition is the business as its areas make it up. It is put together once, in
// app/areas, and does not change afterwards.
type Definition struct {
	// Schema is every table, with the migrations that led to their form.
	Schema *indexes.Schema
	// Connections tie the hooks and questions of upper areas to the lower ones.
	Connections []Connection
	// Effects are the kinds of effects outside of a transaction, of the packages outbox
	// and attempt, with what brings them about.
	Effects []Effect
	// Jobs is the work that the box office does by itself while it serves.
	Jobs []Job
	// Companies lists every company, for jobs that work through them.
	Companies func(ctx context.Context, a *App) ([]int64, error)
	// Auditor writes down what staff do; nil writes nothing.
	Auditor Auditor
	// Invariants are the promises that every check of a store goes through.
	Invariants []Invariant
}

// Effect is one kind of effect outside of a transaction, by a name of its own.
type Effect interface{ EffectName() string }

// Connect connects a hook or a question anew, in place of what was connected to
// it: tests listen where they want to look.
func (d *Definition) Connect(c Connection) {
	d.Connections = slices.DeleteFunc(slices.Clone(d.Connections), func(was Connection) bool { return was.point == c.point })
	d.Connections = append(d.Connections, c)
}

// Tables are those of the kernel itself.
func Tables() []indexes.Declared {
	return []indexes.Declared{answers.Declared, backupPlans.Declared, storedRows.Declared}
}

// Dropped names the kernel's tables and indexes that are no more.
func Dropped() []string { return []string{"answers", "answers.time"} }
