package report

import (
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
	"marquee/kv"
)

// countVersion is how orders and scans are counted. With another one all figures are made
// anew.
const countVersion = 5

// The tables of the figures: all that they hold can be made anew.
const (
	cellTable  = "report_cells"
	orderTable = "report_orders"
	markTable  = "report_marks"
)

// The feeds that are folded.
const (
	orderFeed int64 = iota + 1
	scanFeed
)

// mark is how far a feed is folded.
type mark struct {
	Feed    int64 `msgpack:"f"`
	Version int64 `msgpack:"v"`
	// Until is the time of the last change of an order, LastID the last scan.
	Until  time.Time `msgpack:"u"`
	LastID int64     `msgpack:"i"`
	// Zone is the timezone of the company, whose days were counted.
	Zone string `msgpack:"z"`
}

var marks = indexes.DefineKeyed(indexes.KeyedSpec[int64, mark]{
	Name: markTable, Version: 1,
	Person:    indexes.Nobody("sums"),
	Unaudited: "follows from orders",
	Key:       kv.Int,
	KeyOf:     func(m *mark) int64 { return m.Feed },
})

// putMark notes how far a feed is folded, in the way in which this program counts.
func putMark(tx app.Tx, m mark) error {
	settings, err := company.SettingsOf(tx)
	if err != nil {
		return err
	}
	m.Version, m.Zone = countVersion, settings.Timezone
	return marks.Put(tx, &m)
}

// folded is what was counted of an order.
type folded struct {
	OrderID int64  `msgpack:"o"`
	Counts  []byte `msgpack:"c"`
}

var foldedOrders = indexes.DefineKeyed(indexes.KeyedSpec[int64, folded]{
	Name: orderTable, Version: 1,
	Person:    indexes.Nobody("sums"),
	Unaudited: "follows from orders",
	Key:       kv.Int,
	KeyOf:     func(f *folded) int64 { return f.OrderID },
	Ascending: true,
})
