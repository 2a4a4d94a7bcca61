package wire

import (
	"time"

	"marquee/app/entry"
	"marquee/handlers/rest"
)

// ZoneJSON is a zone in the lists of its event.
type ZoneJSON struct {
	_                       rest.Of         `rest:"zones"`
	ID                      int64           `json:"id"`
	EventID                 int64           `json:"eventId"`
	Name                    string          `json:"name"`
	AccessPermission        []string        `json:"accessPermission" doc:"Names of the items that may enter."`
	Attendance              int64           `json:"attendance" doc:"Inside now; where nobody is scanned out, everyone who ever came in."`
	UniqueScansIn           int64           `json:"uniqueScansIn"`
	TotalScansIn            int64           `json:"totalScansIn"`
	TotalScansOut           int64           `json:"totalScansOut"`
	AverageSecondsSpent     *int64          `json:"averageSecondsSpent" doc:"Over the stays that have ended."`
	Capacity                *int64          `json:"capacity"`
	OpeningDate             *time.Time      `json:"openingDate"`
	ClosingDate             *time.Time      `json:"closingDate"`
	MaxAge                  *int64          `json:"maxAge"`
	MinAge                  *int64          `json:"minAge"`
	Scan                    ZoneMode        `json:"scan"`
	ScansInMax              *int64          `json:"scansInMax" doc:"How often one ticket may enter; null is no limit, but for an Entry zone that only lets in: once."`
	SaleItemIDs             []int64         `json:"saleItemIds" doc:"The eligible sale items; empty when every ticket, season ticket and guest is, but no product."`
	Precision               bool            `json:"precision"`
	IgnoreValidity          bool            `json:"ignoreValidity"`
	HideAttendees           bool            `json:"hideAttendees"`
	AutoScanOut             []time.Time     `json:"autoScanOut" doc:"Moments still to come at which everybody inside is scanned out."`
	IsEntry                 bool            `json:"isEntry" doc:"The zone that every event owns."`
	HasMandatoryDataCapture bool            `json:"hasMandatoryDataCapture"`
	HasOptionalDataCapture  bool            `json:"hasOptionalDataCapture"`
	HasNoDataCapture        bool            `json:"hasNoDataCapture"`
	DataCaptureFields       []zoneFieldJSON `json:"dataCaptureFields"`
	SoftStamps
}

type zoneFieldJSON struct {
	ID       int64  `json:"id"`
	Question string `json:"question"`
	Type     string `json:"type"`
	Required bool   `json:"required"`
}

// ZoneForm is a zone with what it counted.
func ZoneForm(z entry.ZoneView) ZoneJSON {
	out := ZoneJSON{
		ID: z.ID, EventID: z.EventID, Name: z.Name, AccessPermission: z.Access,
		Attendance: z.Tally.Present(z.Mode), UniqueScansIn: z.Tally.UniqueIn,
		TotalScansIn: z.Tally.TotalIn, TotalScansOut: z.Tally.TotalOut, AverageSecondsSpent: z.Tally.Average(),
		Capacity: z.Capacity, OpeningDate: z.Opening, ClosingDate: z.Closing, MaxAge: z.MaxAge, MinAge: z.MinAge,
		Scan: ZoneMode(z.Mode), ScansInMax: z.ScansInMax, SaleItemIDs: z.SaleItemIDs, Precision: z.Precision,
		IgnoreValidity: z.IgnoreValidity, HideAttendees: z.HideAttendees, AutoScanOut: z.ScanOut, IsEntry: z.Entry,
		HasNoDataCapture: len(z.Asked) == 0, SoftStamps: SoftStampsOf(z.CreatedAt, z.UpdatedAt, z.DeletedAt),
	}
	for _, f := range z.Asked {
		out.DataCaptureFields = append(out.DataCaptureFields, zoneFieldJSON{f.ID, f.Question, string(f.Type), f.Required})
		out.HasMandatoryDataCapture = out.HasMandatoryDataCapture || f.Required
		out.HasOptionalDataCapture = out.HasOptionalDataCapture || !f.Required
	}
	return out
}
