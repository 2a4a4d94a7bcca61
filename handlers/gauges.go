package handlers

import (
	"marquee/app"
	"marquee/handlers/rest"
)

// Gauges are the figures of the business that an operator should see.
func Gauges(a *app.App) []rest.Gauge {
	return []rest.Gauge{{
		Name: "marquee_reused_uuids_total", Help: "Calls refused because their uuid was used for another request.",
		Counter: true, Value: func() float64 { return float64(a.ReusedUUIDs()) },
	}, {
		Name: "marquee_damaged_records_total", Help: "Records that lists left out because they cannot be read; marquee check names them.",
		Counter: true, Value: func() float64 { return float64(a.DamagedRecords()) },
	}}
}
