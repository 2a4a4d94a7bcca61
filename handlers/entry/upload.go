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
	UUID         *string   `json:"uuid" maxlen:"255" doc:"Names this scan. A known one is skipped, whichever request brought it; a known one with another ticket, zone or direction fails, and so does one of a refusal when the ticket is let in. The further tickets of a live scan are known by its uuid with /1, /2 and so on."`
	Barcode      rest.Text `json:"barcode" required:"true" maxlen:"255"`
	EventID      rest.ID   `json:"eventId" required:"true"`
	ZoneID       *rest.ID  `json:"zoneId" doc:"Absent: the Entry zone of the event."`
	Longitude    *float64  `json:"longitude" min:"-180" max:"180"`
	Latitude     *float64  `json:"latitude" min:"-90" max:"90"`
	Secure       bool      `json:"secure"`
	GateID       *rest.ID  `json:"admittedThroughGateId" doc:"The gate of the seating plan where the device stood, or a number of your own. It is kept, and decides nothing."`
	ScannedBy    *rest.ID  `json:"scannedBy" doc:"The user who scanned; the caller when absent. Another user's name counts only for callers with zones.override, and must be of this company."`
	ScannedOn    rest.Time `json:"scannedOn" required:"true" doc:"UTC. A moment more than a day before or after the event, or in the future, counts as the nearest that is not."`
	Status       *string   `json:"status" enum:"scanned,failed" doc:"Absent: scanned. What failed is kept for reports and moves nobody."`
	StatusDetail *string   `json:"statusDetail" maxlen:"255"`
	Scan         *string   `json:"scan" enum:"in,out" doc:"Absent: in."`
}

type entryUploadJSON struct {
	Success      bool                 `json:"success" doc:"The upload was worked through and what it says is stored."`
	Tickets      []uploadedJSON       `json:"tickets" doc:"What became of each row, in the order of the request."`
	Failed       []uploadMissJSON     `json:"failed" doc:"Rows that lead to no ticket. Sending them again does not help."`
	OverCapacity []uploadOverCapacity `json:"overCapacity" doc:"Zones that hold more people than they may after this upload."`
}

type uploadedJSON struct {
	UUID         *string `json:"uuid"`
	Status       string  `json:"status" enum:"scanned,failed" doc:"failed: the device had refused the ticket, or the row is among failed."`
	StatusDetail *string `json:"statusDetail" doc:"Why it failed: what the device said, or the reason in failed. Of a scan that counts: scannedOnAdjusted or scannedByIgnored, when it was not stored quite as it came."`
}

type uploadOverCapacity struct {
	ZoneID     int64 `json:"zoneId"`
	Capacity   int64 `json:"capacity"`
	Attendance int64 `json:"attendance"`
}

type uploadMissJSON struct {
	Index  int64   `json:"index" doc:"From 0, in the order of the request."`
	UUID   *string `json:"uuid"`
	Reason string  `json:"reason" enum:"unknownEvent,unknownZone,unknownBarcode,uuidReused" doc:"uuidReused: its uuid is known as another scan."`
}

func entryUpload(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/entry/tickets", Summary: "Upload scans made while offline", Tag: "Door",
			Doc: "At most 1,000 rows. No rule of the gate is checked: whoever was let in is in. Two devices that let the same ticket in " +
				"are both kept, and the ticket counts once. Scans may arrive in any order: what counts is scannedOn. " +
				"More than 64 are kept piece by piece: after an error, or without an answer, send them again as they were, and what was kept is known by its uuid or that of the upload. Rows without either are kept all at once, or none of them. " +
				"A token may have 20,000 rows stored within an hour, by uploads and refused scans; above that it waits (429).",
			Allow: app.ScanZones, Or: mayScan, MaxBody: 1 << 20, Turn: rest.InBulk,
		}, func(ctx context.Context, c *app.Caller, in entryUploadIn) (entryUploadJSON, error) {
			up := entry.Upload{UUID: in.UUID, Rows: make([]entry.UploadRow, len(in.Tickets))}
			for i, t := range in.Tickets {
				up.Rows[i] = t.row()
			}
			res, err := entry.UploadScans(ctx, a, c, up)
			return uploadForm(&res, up.Rows), err
		}),
	}
}

func uploadForm(res *entry.UploadResult, rows []entry.UploadRow) entryUploadJSON {
	out := entryUploadJSON{Success: true}
	for _, o := range res.Outcomes(rows) {
		row := uploadedJSON{UUID: wire.OrNull(o.UUID), Status: "failed", StatusDetail: wire.OrNull(o.Detail)}
		if o.Scanned {
			row.Status = "scanned"
		}
		out.Tickets = append(out.Tickets, row)
	}
	for _, m := range res.Misses {
		out.Failed = append(out.Failed, uploadMissJSON{m.Index, wire.OrNull(m.UUID), m.Reason})
	}
	for _, z := range res.Over {
		out.OverCapacity = append(out.OverCapacity, uploadOverCapacity(z))
	}
	return out
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
