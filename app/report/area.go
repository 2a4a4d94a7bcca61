package report

import (
	"iter"

	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:   &p,
		Tables:  []indexes.Declared{cells.Declared, foldedOrders.Declared, marks.Declared, savedReports.Declared, deliveries.Declared},
		Dropped: []string{"report_runs.next"},
		Effects: []app.Effect{waiting.By(deliver)},
		Jobs: []app.Job{
			{Name: FoldFigures, Every: foldEvery, Each: fold},
			{Name: DeliverReports, Every: deliverEvery, Each: beginAll},
		},
		Invariants: []app.Invariant{
			{Name: "figures are what the orders say that they were folded from", Check: checkOrders},
			{Name: "sums are those of what was counted", Check: checkCells},
			{Name: "a run is of a report that was saved", Check: checkRuns},
			waiting.Invariant("a run that waits stands in the queue", func(r app.Reader) iter.Seq2[indexes.Hit[Delivery], error] {
				return deliveries.Scan(r, indexes.All[int64]())
			}),
		},
	}
}

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Delivered is told of each run that came to its end, in the transaction that ends it: once.
	Delivered func(tx app.Tx, in *Delivery) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
