package app

import (
	"context"
	"fmt"

	"marquee/indexes"
)

// Area is what one area of the business brings.
type Area struct {
	Tables []indexes.Declared
	// Dropped names tables and indexes of it that are no more.
	Dropped []string
	// Ports points to what areas below it do for the area; nil where it needs none.
	Ports any
	// Effects are the kinds of effects outside of a transaction, of the packages queue
	// and attempt, with what brings them about.
	Effects []Effect
	// Jobs is the work that the box office does by itself while it serves.
	Jobs []Job
	// Invariants are the promises that every check of a store goes through.
	Invariants []Invariant
}

// Definition is the business as its areas make it up. It is put together once, in
// app/areas, and does not change afterwards.
type Definition struct {
	// Schema is every table, with the migrations that led to their form.
	Schema *indexes.Schema
	// Ports are what the areas need of those below them.
	Ports      []any
	Effects    []Effect
	Jobs       []Job
	Invariants []Invariant
	// Companies lists every company, for jobs that work through them.
	Companies func(ctx context.Context, a *App) ([]int64, error)
	// Auditor writes down what staff do; nil writes nothing.
	Auditor Auditor
}

// Compose makes a business of areas. Migrations are numbered across all of them.
func Compose(migrations []indexes.Migration, areas ...Area) *Definition {
	d, tables, dropped := &Definition{}, []indexes.Declared(nil), []string(nil)
	for i := range areas {
		a := &areas[i]
		tables, dropped = append(tables, a.Tables...), append(dropped, a.Dropped...)
		d.Effects = append(d.Effects, a.Effects...)
		d.Jobs = append(d.Jobs, a.Jobs...)
		d.Invariants = append(d.Invariants, a.Invariants...)
		if a.Ports != nil {
			d.Ports = append(d.Ports, a.Ports)
		}
	}
	d.Schema = indexes.NewSchema(indexes.Parts{Tables: tables, Migrations: migrations, Dropped: dropped})
	return d
}

// check refuses a business that is not whole.
func (d *Definition) check() {
	distinct(d.Effects)
	for _, ports := range d.Ports {
		filled(ports)
	}
}

// Effect is one kind of effect outside of a transaction, by a name of its own.
type Effect interface{ EffectName() string }

// distinct refuses two effects of one name: what is stored of one would reach the other.
func distinct(all []Effect) {
	names := map[string]bool{}
	for _, e := range all {
		if name := e.EffectName(); names[name] {
			panic(fmt.Sprintf("app: two effects are called %q", name))
		}
		names[e.EffectName()] = true
	}
}

// Kernel is what this package itself brings.
func Kernel() Area {
	return Area{
		Tables:  []indexes.Declared{answers.Declared, backupPlans.Declared, storedRows.Declared},
		Dropped: []string{"answers", "answers.time"}, Jobs: jobs(),
	}
}
