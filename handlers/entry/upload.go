package entry

import (
	"context"
	"net/http"
	"strconv"

	"marquee/app"
	"marquee/app/entry"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type entryUploadIn struct {
	UUID    string       `json:"uuid" maxlen:"255" doc:"Names this upload, so that it can be sent again: it returns the same answer and changes nothing. With other scans it is refused, unless each of them has a uuid of its own; then those that are known are skipped and the others kept."`
	Tickets []uploadedIn `json:"tickets" required:"true" maxitems:"1000"`
}

type uploadedIn struct {
	UUID         *string   `json:"uuid" maxlen:"255" doc:"A scan with a known uuid is skipped, whichever request brought it."`
	Barcode      rest.Text `json:"barcode" required:"true" maxlen:"255"`
	EventID      rest.ID   `json:"eventId" required:"true"`
	ZoneID       *rest.ID  `json:"zoneId" doc:"Absent: the Entry zone of the event."`
	Longitude    *float64  `json:"longitude" min:"-180" max:"180"`
	Latitude     *float64  `json:"latitude" min:"-90" max:"90"`
	Secure       bool      `json:"secure"`
	GateID       *rest.ID  `json:"admittedThroughGateId"`
	ScannedBy    *rest.ID  `json:"scannedBy" doc:"The user who scanned; the caller when absent or not of this company."`
	ScannedOn    rest.Time `json:"scannedOn" required:"true" doc:"UTC. The future counts as now."`
	Status       *string   `json:"status" enum:"scanned,failed" doc:"Absent: scanned. What failed is kept for reports and moves nobody."`
	StatusDetail *string   `json:"statusDetail" maxlen:"255"`
	Scan         *string   `json:"scan" enum:"in,out" doc:"Absent: in."`
}

type entryUploadJSON struct {
	Success bool             `json:"success" doc:"The upload was worked through and what it says is stored."`
	Failed  []uploadMissJSON `json:"failed" doc:"Rows that lead to no ticket. Sending them again does not help."`
}

type uploadMissJSON struct {
	Index  int64   `json:"index" doc:"From 0, in the order of the request."`
	UUID   *string `json:"uuid"`
	Reason string  `json:"reason" doc:"unknownEvent, unknownZone or unknownBarcode."`
}

func entryUpload(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/entry/tickets", Summary: "Upload scans made while offline", Tag: "Door",
			Doc: "At most 1,000 rows. No rule is checked: whoever was let in is in. Two devices that let the same ticket in " +
				"are both kept, and the ticket counts once. Scans may arrive in any order: what counts is scannedOn.",
			Allow: app.ScanZones, Or: mayScan,
		}, func(ctx context.Context, c *app.Caller, in entryUploadIn) (entryUploadJSON, error) {
			up := entry.Upload{UUID: in.UUID, Rows: make([]entry.UploadRow, len(in.Tickets))}
			for i, t := range in.Tickets {
				up.Rows[i] = t.row()
			}
			res, err := entry.UploadScans(ctx, a, c, up)
			out := entryUploadJSON{Success: err == nil}
			for _, m := range res.Misses {
				out.Failed = append(out.Failed, uploadMissJSON{m.Index, wire.OrNull(m.UUID), m.Reason})
			}
			return out, err
		}),
	}
}

func (in uploadedIn) row() entry.UploadRow {
	return entry.UploadRow{
		UUID: wire.Value(in.UUID), Barcode: string(in.Barcode), EventID: int64(in.EventID), ZoneID: int64(wire.Value(in.ZoneID)),
		Latitude: degrees(in.Latitude), Longitude: degrees(in.Longitude), Secure: in.Secure,
		GateID: int64(wire.Value(in.GateID)), ScannedBy: int64(wire.Value(in.ScannedBy)), ScannedOn: in.ScannedOn.Time,
		Refused: wire.Value(in.Status) == "failed", Detail: wire.Value(in.StatusDetail), Out: wire.Value(in.Scan) == "out",
	}
}

func degrees(f *float64) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(*f, 'f', -1, 64)
}
