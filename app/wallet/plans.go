package wallet

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// Table is the table of wallets, and MovementTable that of their movements, for those who
// list them in other ways.
func Table() *indexes.Table[Wallet] { return wallets.Table }

// MovementTable is the table of movements.
func MovementTable() *indexes.Table[Movement] { return movements.Table }

// Plan plans a walk over the list of wallets.
func Plan(r app.Reader, f *Filter) (list.Plan[Wallet], error) { return f.plan(r) }

// PlanMovements plans a walk over the list of movements.
func PlanMovements(r app.Reader, f *MovementFilter) (list.Plan[Movement], error) { return f.plan(r) }
