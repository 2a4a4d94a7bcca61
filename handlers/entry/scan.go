package entry

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type scanIn struct {
	UUID     string      `json:"uuid" maxlen:"255" doc:"Names this request, so that it can be sent again when its answer was lost: one that was let through returns the same answer and changes nothing, one that was refused is looked at anew. Kept for 30 days. With another zone, direction or ticket it is refused, so draw a new one for each scan."`
	Barcodes []rest.Text `json:"barcodes" maxlen:"255" doc:"At most 50, repeats not counted. As scanned, or typed in any case, with blanks and dashes. Ignored when nfcIds is given."`
	NFCIDs   []rest.Text `json:"nfcIds" maxlen:"255"`
	scanHow
	DisabledItems rest.Raw `json:"disabledItems" doc:"Sale items the device does not take: an object whose keys are ids and whose values are booleans, or a list of ids."`
	Confirmed     bool     `json:"confirmed" doc:"The barcodes are the final choice, out of availableItems. It skips a question and no rule."`
	Secure        bool     `json:"secure" doc:"Noted in the log. It lowers no rule."`
}

// Forms are those of the sale items that a device does not take.
func (scanIn) Forms() map[string][]any {
	return map[string][]any{"disabledItems": {map[string]bool{}, []int64{}, nil}}
}

// scanHow is what scan and check share.
type scanHow struct {
	ZoneID                rest.ID   `json:"zoneId" required:"true"`
	Scan                  string    `json:"scan" enum:"in,out,auto" doc:"Absent: as the zone is set, else in."`
	Latitude              rest.Text `json:"latitude" maxlen:"32"`
	Longitude             rest.Text `json:"longitude" maxlen:"32"`
	IgnoreAgeRestrictions rest.Flag `json:"ignoreAgeRestrictions" doc:"Counts only for callers with zones.override. For others the rule stands, the answer says overridesIgnored, and the log notes the attempt."`
	IgnoreCapacity        rest.Flag `json:"ignoreCapacity" doc:"As ignoreAgeRestrictions."`
}

type checkIn struct {
	Barcode rest.Text `json:"barcode" maxlen:"255"`
	NFCID   rest.Text `json:"nfcId" maxlen:"255" doc:"Beats barcode."`
	scanHow
}

type scanJSON struct {
	Status               wire.ScanStatus    `json:"status"`
	StatusDetail         *wire.ScanDetail   `json:"statusDetail" doc:"With denied; null where it says no more."`
	Attendance           int64              `json:"attendance" doc:"Of the zone, after the whole request."`
	Capacity             *int64             `json:"capacity"`
	Barcode              *string            `json:"barcode"`
	NFCID                *string            `json:"nfcId"`
	IsGuest              bool               `json:"isGuest"`
	FirstName            *string            `json:"firstName"`
	LastName             *string            `json:"lastName"`
	Email                *string            `json:"email"`
	Order                scanOrderJSON      `json:"order"`
	ScansIn              int64              `json:"scansIn"`
	ScansOut             int64              `json:"scansOut"`
	ScansInMax           *int64             `json:"scansInMax"`
	AverageSecondsSpent  *int64             `json:"averageSecondsSpent" doc:"In the zone, over the stays that have ended."`
	AccessToZones        []zoneNameJSON     `json:"accessToZones"`
	AvailableItems       []availableJSON    `json:"availableItems" doc:"With requiresConfirmation: what the operator can choose from, the ticket first. Send the barcodes that were chosen with confirmed, as they stand here, within fifteen seconds: where the event wants signed or rotating codes they are such."`
	LastScannedIn        *time.Time         `json:"lastScannedIn"`
	LastScannedOut       *time.Time         `json:"lastScannedOut"`
	DateOfBirth          *string            `json:"dateOfBirth"`
	DataCaptureQuestions []scanQuestionJSON `json:"dataCaptureQuestions" doc:"Negative ids are questions that every ticket has: -1 order notes, -2 item notes, -3 named holder. Then those that were answered, and last those that the zone asks and nobody has answered for this ticket: ask the guest, and send the answers with the uuid of the scan as zoneScanId."`
	DataCaptureAnswers   []scanAnswerJSON   `json:"dataCaptureAnswers"`
	CustomerID           *int64             `json:"customerId"`
	Timeslot             scanTimeslotJSON   `json:"timeslot"`
	Seat                 *string            `json:"seat" doc:"Area, block, row, table and seat; null for a ticket without one."`
	OverridesIgnored     bool               `json:"overridesIgnored" doc:"ignoreAgeRestrictions or ignoreCapacity was asked for without zones.override, and counted for nothing."`
}

type scanOrderJSON struct {
	Reference *string `json:"reference"`
}

type zoneNameJSON struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type availableJSON struct {
	Barcode string           `json:"barcode"`
	Name    string           `json:"name"`
	Type    catalog.ItemType `json:"type"`
}

type scanQuestionJSON struct {
	ID       int64  `json:"id"`
	FieldID  *int64 `json:"fieldId" doc:"What POST /data-capture-responses takes; null for the questions that every ticket has."`
	Question string `json:"question"`
}

type scanAnswerJSON struct {
	ID     int64 `json:"id"`
	Answer any   `json:"answer" doc:"Text, or a list of option ids."`
}

// Forms are those of an answer.
func (scanAnswerJSON) Forms() map[string][]any { return wire.AnswerForms }

type scanTimeslotJSON struct {
	ID   *int64  `json:"id"`
	Name *string `json:"name"`
}

func zonesScan(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/zones/scan", Summary: "Scan tickets into or out of a zone", Tag: "Door",
			Doc: "All or nothing: the first ticket that cannot pass decides the answer, and nobody is let through. " +
				"A refusal is a 200 like an admission, and is kept in the log. Whoever is inside may always leave, " +
				"unless the order is locked or the ticket void. The window of a ticket is that of its sale item as it is now.",
			Allow: app.ScanZones, Or: mayScan, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in scanIn) (scanJSON, error) {
			req, err := in.request()
			if err != nil {
				return scanJSON{}, err
			}
			res, err := entry.ScanZone(ctx, a, c, req)
			return scanForm(res), err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/zones/check", Summary: "Check a ticket without scanning it", Tag: "Door",
			Doc:   "What a scan of one ticket would answer, with all of its fields. Nothing is recorded.",
			Allow: app.ScanZones, Or: mayScan, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in checkIn) (scanJSON, error) {
			req, err := in.request()
			if err != nil {
				return scanJSON{}, err
			}
			res, err := entry.CheckZone(ctx, a, c, req)
			return scanForm(res), err
		}),
	}
}

func (in scanIn) request() (entry.ScanRequest, error) {
	req, err := in.scanHow.request()
	if err != nil {
		return req, err
	}
	req.UUID, req.Confirmed, req.Secure = in.UUID, in.Confirmed, in.Secure
	req.Barcodes, req.Tags = texts(in.Barcodes), texts(in.NFCIDs)
	req.Disabled, err = disabledItems(in.DisabledItems)
	return req, err
}

func (in checkIn) request() (entry.ScanRequest, error) {
	req, err := in.scanHow.request()
	if in.NFCID != "" {
		req.Tags = []string{string(in.NFCID)}
	} else if in.Barcode != "" {
		req.Barcodes = []string{string(in.Barcode)}
	} else if err == nil {
		err = app.Field("barcode", "is required")
	}
	return req, err
}

func (in scanHow) request() (entry.ScanRequest, error) {
	var p app.Problems
	coordinate(&p, "latitude", in.Latitude, 90)
	coordinate(&p, "longitude", in.Longitude, 180)
	return entry.ScanRequest{
		ZoneID: int64(in.ZoneID), Direction: in.Scan, Latitude: string(in.Latitude), Longitude: string(in.Longitude),
		IgnoreAge: bool(in.IgnoreAgeRestrictions), IgnoreCapacity: bool(in.IgnoreCapacity),
	}, p.Err()
}

func coordinate(p *app.Problems, field string, text rest.Text, bound float64) {
	if text == "" {
		return
	}
	if v, err := strconv.ParseFloat(string(text), 64); err != nil || !(v >= -bound && v <= bound) {
		p.Add(field, "is out of range")
	}
}

func texts(in []rest.Text) []string {
	out := make([]string, len(in))
	for i, t := range in {
		out[i] = string(t)
	}
	return out
}

func scanForm(r entry.ScanResult) scanJSON {
	out := scanJSON{
		Status: wire.ScanStatus(r.Status.String()), StatusDetail: wire.OrNull(wire.ScanDetail(r.Detail)), Attendance: r.Attendance, Capacity: r.Capacity,
		Barcode: wire.OrNull(r.Barcode), NFCID: wire.OrNull(r.Tag), FirstName: wire.OrNull(r.FirstName), LastName: wire.OrNull(r.LastName),
		IsGuest: r.Guest, Email: wire.OrNull(r.Email),
		Order:   scanOrderJSON{wire.OrNull(r.OrderReference)},
		ScansIn: r.ScansIn, ScansOut: r.ScansOut, ScansInMax: r.ScansInMax, AverageSecondsSpent: r.AverageSeconds,
		LastScannedIn: wire.Moment(r.LastIn), LastScannedOut: wire.Moment(r.LastOut),
		CustomerID: wire.OrNull(r.CustomerID), Timeslot: scanTimeslotJSON{wire.OrNull(r.TimeslotID), wire.OrNull(r.TimeslotName)},
		Seat: wire.OrNull(r.Seat), OverridesIgnored: r.OverridesIgnored,
	}
	if r.Born != nil {
		day := r.Born.Format(time.DateOnly)
		out.DateOfBirth = &day
	}
	for _, i := range r.Available {
		out.AvailableItems = append(out.AvailableItems, availableJSON{i.Barcode, i.Name, i.Type})
	}
	for _, z := range r.Access {
		out.AccessToZones = append(out.AccessToZones, zoneNameJSON(z))
	}
	for _, n := range r.Notes {
		out.DataCaptureQuestions = append(out.DataCaptureQuestions, scanQuestionJSON{ID: n.ID, Question: entry.NoteQuestions[n.ID]})
		out.DataCaptureAnswers = append(out.DataCaptureAnswers, scanAnswerJSON{n.ID, n.Text})
	}
	for _, t := range r.Answers {
		var answer any = t.Text
		if t.OptionIDs != nil {
			answer = t.OptionIDs
		}
		out.DataCaptureQuestions = append(out.DataCaptureQuestions, scanQuestionJSON{t.QuestionID, wire.OrNull(t.FieldID), t.Question})
		out.DataCaptureAnswers = append(out.DataCaptureAnswers, scanAnswerJSON{t.QuestionID, answer})
	}
	for _, t := range r.Open {
		out.DataCaptureQuestions = append(out.DataCaptureQuestions, scanQuestionJSON{t.QuestionID, wire.OrNull(t.FieldID), t.Question})
	}
	return out
}
