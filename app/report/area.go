package report

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{cells.Declared, foldedOrders.Declared, marks.Declared, savedReports.Declared, deliveries.Declared}
}

// Jobs is what this area does by itself.
func Jobs() []app.Job {
	return []app.Job{
		{Name: FoldFigures, Every: foldEvery, Each: fold},
		{Name: DeliverReports, Every: deliverEvery, Each: deliverAll, Wake: wakeDelivery},
	}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "figures are what the orders say that they were folded from", Check: checkOrders},
		{Name: "sums are those of what was counted", Check: checkCells},
		{Name: "a run is of a report that was saved", Check: checkRuns},
	}
}
