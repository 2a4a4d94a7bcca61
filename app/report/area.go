package report

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{cells.Declared, foldedOrders.Declared, marks.Declared, savedReports.Declared, deliveries.Declared},
		Jobs: []app.Job{
			{Name: FoldFigures, Every: foldEvery, Each: fold},
			{Name: DeliverReports, Every: deliverEvery, Each: deliverAll, Wake: wakeDelivery},
		},
		Invariants: []app.Invariant{
			{Name: "figures are what the orders say that they were folded from", Check: checkOrders},
			{Name: "sums are those of what was counted", Check: checkCells},
			{Name: "a run is of a report that was saved", Check: checkRuns},
		},
	}
}
